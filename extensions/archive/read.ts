import { fileProblem } from "#server/platform/files/file-problem.ts";
import { KEYED } from "#server/platform/jobs/queue.ts";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { LOCKS, takeLock } from "#server/platform/database/locks.ts";
import {
  ArchiveError,
  cut,
  LEFT_OUT,
  MIGRATIONS,
  SESSION,
  TABLES,
  VERSION,
  type ArchivedJob,
  type ArchivedTable,
  type End,
  type Header,
  type Section,
  archiveLines,
  type ArchiveLines,
} from "./format.ts";

/** The result of an import. */
export type Imported = {
  readonly rows: Readonly<Record<string, number>>;
  readonly jobs: number;
  readonly madeAt: string;
  /** The last order number that was taken when the archive was made, and the next one in the imported database. */
  readonly orderNumber: number;
  readonly nextOrder: number;
};

export type ImportOptions = {
  /** Returns the next order number, given the last one in the archive. */
  readonly nextOrder: (last: number) => number;
  readonly onProgress: (table: string, rows: number) => void;
};

/** Opens an archive. `close` can stop reading it at any time. */
function openArchive(path: string): { readonly lines: ArchiveLines; close(): void } {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on("error", (error) => unpacked.destroy(error));
  return {
    lines: archiveLines(unpacked),
    close() {
      file.destroy();
      unpacked.destroy();
    },
  };
}

/** Throws an ArchiveError if the path does not lead to an archive of this version. Only reads its header. */
export async function requireArchive(path: string): Promise<void> {
  const { lines, close } = openArchive(path);
  try {
    readHeader(await lines.line(), lines);
  } catch (error) {
    throw explained(error, path);
  } finally {
    close();
  }
}

/**
 * Reads an archive into a migrated but empty database, as the owner of its tables. One transaction does everything, so
 * after a failure, the database is unchanged. Throws an ArchiveError.
 */
export async function readArchive(connection: pg.PoolConfig, path: string, options: ImportOptions): Promise<Imported> {
  const { lines, close } = openArchive(path);
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    const header = readHeader(await lines.line(), lines);
    await client.connect();
    await takeLock(client, LOCKS.migrations);
    await client.query(SESSION);
    await client.query("begin");
    const tables = await requireReady(client, header);
    const restore = await withoutChecks(client, tables);
    const { rows, jobs, end } = await readSections(client, lines, tables, options.onProgress);
    await restore();
    await setSequences(client);
    const nextOrder = Math.max(options.nextOrder(end.orderNumber), end.orderNumber + 1);
    await client.query("select setval('order_numbers', $1, false)", [nextOrder]);
    await client.query("commit");
    await client.end();
    return { rows, jobs, madeAt: header.madeAt, orderNumber: end.orderNumber, nextOrder };
  } catch (error) {
    cut(client);
    throw explained(error, path);
  } finally {
    close();
  }
}

function readHeader(line: string, lines: ArchiveLines): Header {
  const header = parsed<Header>(line);
  if (header?.kasse !== "export") throw new ArchiveError("the file is not an export of Kasse.");
  if (header.version !== VERSION)
    throw new ArchiveError(
      `the file has version ${header.version} of the format, but this version of Kasse reads ${VERSION}: import it with the version that wrote it.`,
    );
  lines.count(line);
  return header;
}

/**
 * Returns the tables to fill. Throws an ArchiveError if the database has different migrations, or already contains
 * rows.
 */
async function requireReady(client: pg.Client, { migrations }: Header): Promise<readonly ArchivedTable[]> {
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(MIGRATIONS);
  const others = [
    ...migrations.filter(([name, checksum]) => !applied.some((row) => row.name === name && row.checksum === checksum)),
    ...applied.filter(({ name }) => !migrations.some(([archived]) => archived === name)).map(({ name }) => [name]),
  ];
  if (others.length > 0)
    throw new ArchiveError(
      `the file was exported at the migration ${migrations.at(-1)?.[0]}, but this Kasse is at ${applied.at(-1)?.name} (they differ in ${others[0]?.[0]}): import it with the version of Kasse that exported it, and upgrade afterwards.`,
    );
  const { rows: tables } = await client.query<ArchivedTable>(TABLES, [Object.keys(LEFT_OUT)]);
  const places = tables.map(({ table }) => ({ table, place: `public.${client.escapeIdentifier(table)}` }));
  for (const { table, place } of [...places, { table: "jobs", place: "graphile_worker._private_jobs" }]) {
    const { rows } = await client.query<{ full: boolean }>(`select exists (select from ${place}) as full`);
    if (rows[0]?.full)
      throw new ArchiveError(
        `the database is not empty (${table} has rows): import into a new database, before the first start of the shop on it.`,
      );
  }
  return tables;
}

/**
 * Drops references between tables and disables triggers, so that tables can be filled in any order and triggers do not
 * write their rows a second time. The returned function restores them, which checks every reference.
 */
async function withoutChecks(client: pg.Client, tables: readonly ArchivedTable[]): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const triggers = (state: string) =>
    tables.map(({ table }) => `alter table public.${client.escapeIdentifier(table)} ${state} trigger user`).join("; ");
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(triggers("disable"));
  return async () => {
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query(triggers("enable"));
  };
}

async function readSections(
  client: pg.Client,
  lines: ArchiveLines,
  tables: readonly ArchivedTable[],
  onProgress: ImportOptions["onProgress"],
) {
  const rows: Record<string, number> = {};
  let jobs = 0;
  for (;;) {
    const line = await lines.line();
    const section = parsed<Section | End>(line);
    if (section === null) throw new ArchiveError("the file is damaged: a section has no valid beginning.");
    if ("end" in section) {
      requireSame(section, lines.checksum(), rows);
      return { rows, jobs, end: section };
    }
    lines.count(line);
    if ("jobs" in section) jobs = await readJobs(client, lines);
    else {
      const { table } = section;
      if (!tables.some((each) => each.table === table)) throw new ArchiveError(`the table ${table} is not known.`);
      const columns = section.columns.map((name) => client.escapeIdentifier(name)).join(", ");
      const copy = client.query(copyFrom(`copy public.${client.escapeIdentifier(table)} (${columns}) from stdin`));
      await pipeline(Readable.from(lines.rows()), copy);
      rows[table] = copy.rowCount;
      onProgress(table, copy.rowCount);
    }
  }
}

function requireSame(end: End, checksum: string, rows: Readonly<Record<string, number>>): void {
  const lost = Object.keys({ ...end.rows, ...rows }).find((table) => end.rows[table] !== rows[table]);
  if (lost !== undefined)
    throw new ArchiveError(
      `the file is damaged: ${lost} should have ${end.rows[lost]} rows and has ${rows[lost] ?? 0}.`,
    );
  if (end.sha256 !== checksum)
    throw new ArchiveError("the file is damaged: its content does not have the checksum at its end.");
}

/** Queues the jobs as they were, but unlocked. */
async function readJobs(client: pg.Client, lines: ArchiveLines): Promise<number> {
  let count = 0;
  for await (const piece of lines.rows())
    for (const line of piece.toString().trimEnd().split("\n")) {
      const job = parsed<ArchivedJob>(line);
      if (!job) throw new ArchiveError("the file is damaged: a job cannot be read.");
      const { rows } = await client.query<{ id: string }>(
        "select id from graphile_worker.add_job($1, $2::json, $3, $4, $5, $6, $7, $8)",
        [
          job.name,
          JSON.stringify(job.payload),
          job.queue,
          job.at,
          job.maxAttempts,
          job.key,
          job.priority,
          job.key === null ? null : [KEYED],
        ],
      );
      await client.query("update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1", [
        rows[0]?.id,
        job.attempts,
        job.lastError,
      ]);
      count += 1;
    }
  return count;
}

/** Sets the sequence of every numbered column above the column's highest value. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.oid::regclass::text as table, quote_ident(a.attname) as column,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
  );
  for (const { table, column, sequence } of rows)
    await client.query(`select setval($1, max(${column})) from ${table} having max(${column}) is not null`, [sequence]);
}

function parsed<T>(line: string): T | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? (value as T) : null;
  } catch {
    return null;
  }
}

/** System error codes that mean that a path does not lead to a readable file. */
const UNREADABLE = new Set(["ENOENT", "EACCES", "EISDIR", "ENOTDIR", "ENAMETOOLONG", "ELOOP"]);

/**
 * Turns a failure into an ArchiveError that tells the operator what to do. Any other failure is a bug and is returned
 * unchanged.
 */
function explained(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ArchiveError) return error;
  if (code === "Z_BUF_ERROR") return new ArchiveError("the file is cut short.");
  // Not zlib's own words, such as "incorrect header check".
  if (code?.startsWith("Z_"))
    return new ArchiveError("the file is damaged, or not an export of Kasse: copy it again, and check its name.");
  if (code !== undefined && UNREADABLE.has(code))
    return new ArchiveError(`${fileProblem(path, error as NodeJS.ErrnoException, true)}.`);
  if (code === "42501")
    return new ArchiveError(`${message}: an import needs the owner of the tables; set MIGRATION_DATABASE_URL.`);
  if (error instanceof pg.DatabaseError)
    return new ArchiveError(`PostgreSQL refuses the content of the file: ${message}.`);
  return error;
}
