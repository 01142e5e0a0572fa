import type pg from "pg";

/**
 * The file of `kasse export`: gzip over lines of UTF-8. The first line is the header, then come sections, and the last line is the end. A
 * section is a line of JSON, its rows, and a line with `\.`. Rows of a table are PostgreSQL's text format of COPY, jobs are lines of JSON.
 */
export const VERSION = 1;
export const SECTION_END = "\\.";

export type Header = {
  readonly kasse: "export";
  readonly version: number;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Names and checksums of the migrations of the database, in their order. */
  readonly migrations: readonly (readonly [name: string, checksum: string])[];
};
export type Section = { readonly table: string; readonly columns: readonly string[] } | { readonly jobs: true };
export type End = {
  readonly end: true;
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The last order number that was taken. */
  readonly orderNumber: number;
  /** Of everything before this line, in hexadecimal digits. */
  readonly sha256: string;
};

/** A job that is not done. It is nobody's after the import, and has its tries. */
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

/** The file is not what it should be, or the database is not ready for it. The message is for the operator. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Tables that stay where they are: what they say is true of one running shop or of a moment, and not of its data. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  kasse_migrations: "the header has them",
  database_homes: "the imported database has a home of its own",
  server_processes: "processes that run",
  job_pools: "processes that run",
  built_files: "the next start writes its own",
  limit_counters: "counts of minutes and hours",
  passkey_challenges: "live for minutes",
  desk_passkey_challenges: "live for minutes",
  desk_login_tries: "live for minutes",
};

/** The tables of an archive with the columns that are stored. */
export const TABLES = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and c.relname <> all ($1)
  group by c.relname order by c.relname`;

export type ArchivedTable = { readonly table: string; readonly columns: readonly string[] };

/** How values are written, whatever the server's settings; and no limit stops a long copy. */
export const SESSION = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Closes the connection at once: after a failure, a copy may still be under way, and PostgreSQL takes everything back. */
export function cut(client: pg.Client): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

export const MIGRATIONS = "select name, checksum from kasse_migrations order by name";
