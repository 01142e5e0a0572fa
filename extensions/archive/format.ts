import type pg from "pg";
import { createHash } from "node:crypto";

/**
 * The format of a file of `kasse export`: gzip over lines of UTF-8. The first line is the header, then come sections,
 * and the last line is the end. A section consists of a line of JSON, its rows, and a line with `\.`. Rows of a table
 * are in PostgreSQL's COPY text format, jobs are lines of JSON.
 */
export const VERSION = 1;
export const SECTION_END = "\\.";

export type Header = {
  readonly kasse: "export";
  readonly version: number;
  /** When the archive was made, in ISO 8601. */
  readonly madeAt: string;
  /** The names and checksums of the database's migrations, in their order. */
  readonly migrations: readonly (readonly [name: string, checksum: string])[];
};
export type Section = { readonly table: string; readonly columns: readonly string[] } | { readonly jobs: true };
export type End = {
  readonly end: true;
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The last order number that was taken. */
  readonly orderNumber: number;
  /** The checksum of everything before this line, in hexadecimal digits. */
  readonly sha256: string;
};

/** A job that was not done. The import unlocks it and keeps its number of attempts. */
export type ArchivedJob = {
  readonly name: string;
  readonly payload: object;
  readonly queue: string | null;
  readonly at: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly key: string | null;
  readonly priority: number;
  readonly lastError: string | null;
};

/** The file is invalid, or the database is not ready for it. The message is for the operator. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Tables that are not exported, because they describe one running shop or a short time, not the shop's data. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  kasse_migrations: "the header has them",
  database_homes: "the imported database has a home of its own",
  server_processes: "processes that run",
  job_pools: "processes that run",
  built_files: "the next start writes its own",
  limit_counters: "counts of minutes and hours",
  launch_queues: "live for minutes",
  launch_places: "live for minutes",
  passkey_challenges: "live for minutes",
  desk_passkey_challenges: "live for minutes",
  desk_login_tries: "live for minutes",
};

/** SQL for the tables of an archive, with their stored columns. */
export const TABLES = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and c.relname <> all ($1)
  group by c.relname order by c.relname`;

export type ArchivedTable = { readonly table: string; readonly columns: readonly string[] };

/**
 * SQL that fixes the text format of values, whatever the server's settings are, and removes the timeouts, because
 * copying takes long.
 */
export const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Closes the connection at once. After a failure, a copy may still be running; PostgreSQL then rolls everything back.
 */
export function cut(client: pg.Client): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

export const MIGRATIONS = "select name, checksum from kasse_migrations order by name";

const NEWLINE = 10;
const END = Buffer.from(`${SECTION_END}\n`);

/** Reads an archive line by line, and the rows of a section in large pieces. */
export type ArchiveLines = {
  /** Returns the next line without its line end. Throws an ArchiveError if the file has ended. */
  line(): Promise<string>;
  /** Yields the rows of a section in pieces of whole lines. Afterwards, `line` continues behind the section. */
  rows(): AsyncGenerator<Buffer>;
  /** Adds a line to the checksum. */
  count(line: string): void;
  /** Returns the checksum of the lines and rows so far. */
  checksum(): string;
};

/** Splits decompressed content, which comes in pieces of any size, into lines. */
export function archiveLines(content: AsyncIterable<Buffer>): ArchiveLines {
  const pieces = content[Symbol.asyncIterator]();
  const hash = createHash("sha256");
  let rest: Buffer = Buffer.alloc(0);

  /** Reads the next piece and appends it to the part that has not been returned yet. */
  async function more(): Promise<void> {
    const next = await pieces.next();
    if (next.done) throw new ArchiveError("the file is cut short: it ends before its end was written.");
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
  }
  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  return {
    async line() {
      for (;;) {
        const at = rest.indexOf(NEWLINE);
        if (at >= 0) return take(at + 1).toString("utf8", 0, at);
        await more();
      }
    },
    async *rows() {
      for (;;) {
        const whole = rest.subarray(0, rest.lastIndexOf(NEWLINE) + 1);
        const end = endIn(whole);
        const piece = take(end ?? whole.length);
        hash.update(piece);
        if (piece.length > 0) yield piece;
        if (end !== null) {
          hash.update(take(END.length));
          return;
        }
        await more();
      }
    },
    count: (line) => void hash.update(`${line}\n`),
    checksum: () => hash.digest("hex"),
  };
}

/** Returns the position of the line that ends a section, within whole lines; null if they do not contain it. */
function endIn(lines: Buffer): number | null {
  if (lines.subarray(0, END.length).equals(END)) return 0;
  const at = lines.indexOf(`\n${SECTION_END}\n`);
  return at < 0 ? null : at + 1;
}
