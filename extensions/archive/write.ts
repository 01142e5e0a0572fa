import { fileProblem } from "#server/platform/files/file-problem.ts";
import { supersededSql } from "#server/platform/jobs/queue.ts";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  ArchiveError,
  cut,
  LEFT_OUT,
  MIGRATIONS,
  SECTION_END,
  SESSION,
  TABLES,
  VERSION,
  type ArchivedJob,
  type ArchivedTable,
  type End,
  type Header,
  type Section,
} from "./format.ts";

/** What a written archive contains. */
export type Written = Pick<End, "rows" | "orderNumber"> & { readonly jobs: number };

/**
 * Writes the shop's whole database into a new file, as a snapshot, while the shop continues. The data is streamed and
 * never held in memory as a whole. The file gets its final name once it is complete. Throws an ArchiveError.
 */
export async function writeArchive(
  connection: pg.PoolConfig,
  path: string,
  onProgress: (table: string, rows: number) => void,
): Promise<Written> {
  const partial = `${path}.partial`;
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await requireNew(path, partial);
  let written: Written | null = null;
  try {
    await client.connect();
    await pipeline(
      archiveOf(client, onProgress, (all) => (written = all)),
      createGzip({ level: 6 }),
      createWriteStream(partial, { mode: 0o600, flags: "wx" }),
    );
    const file = await open(partial, "r+");
    await file.sync();
    await file.close();
    // A link is used instead of a rename, because it never replaces a file.
    await link(partial, path);
    await client.end();
  } catch (error) {
    cut(client);
    throw error;
  } finally {
    await rm(partial, { force: true });
  }
  if (!written) throw new Error("The archive has no end");
  return written;
}

/** Throws an ArchiveError if the file exists or cannot be written. */
async function requireNew(path: string, partial: string): Promise<void> {
  for (const each of [path, partial]) {
    const file = await open(each, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw new ArchiveError(`${each} already exists: choose a new file.`);
      throw new ArchiveError(`${fileProblem(each, error)}.`);
    });
    await file.close();
    await rm(each);
  }
}

async function* archiveOf(
  client: pg.Client,
  onProgress: (table: string, rows: number) => void,
  onEnd: (written: Written) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const counted = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  const line = (content: object | string) =>
    Buffer.from(`${typeof content === "string" ? content : JSON.stringify(content)}\n`);
  await client.query(SESSION);
  await client.query("begin isolation level repeatable read read only");
  yield counted(line(await headerOf(client)));

  const rows: Record<string, number> = {};
  const tables = await client.query<ArchivedTable>(TABLES, [Object.keys(LEFT_OUT)]);
  for (const section of tables.rows) {
    const { table, columns } = section;
    yield counted(line(section satisfies Section));
    const names = columns.map((name) => client.escapeIdentifier(name)).join(", ");
    const copied = client.query(copyTo(`copy public.${client.escapeIdentifier(table)} (${names}) to stdout`));
    for await (const chunk of copied) yield counted(chunk as Buffer);
    rows[table] = copied.rowCount;
    onProgress(table, copied.rowCount);
    yield counted(line(SECTION_END));
  }

  yield counted(line({ jobs: true } satisfies Section));
  const jobs = await waitingJobs(client);
  for (const job of jobs) yield counted(line(job));
  yield counted(line(SECTION_END));

  // Read last, because the sequence is not part of the snapshot, and too high a number does no harm.
  const sequence = await client.query<{ last: string }>("select last_value as last from order_numbers");
  const orderNumber = Number(sequence.rows[0]?.last);
  yield line({ end: true, rows, orderNumber, sha256: hash.digest("hex") } satisfies End);
  await client.query("commit");
  onEnd({ rows, orderNumber, jobs: jobs.length });
}

async function headerOf(client: pg.Client): Promise<Header> {
  const { rows } = await client.query<{ name: string; checksum: string }>(MIGRATIONS);
  return {
    kasse: "export",
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: rows.map(({ name, checksum }) => [name, checksum]),
  };
}

/**
 * Returns the jobs that are not done, except scheduled jobs, which are queued again anyway, and jobs that were replaced
 * while they ran. Compared with the shop's rows, there are only few.
 */
async function waitingJobs(client: pg.Client): Promise<readonly ArchivedJob[]> {
  const { rows } = await client.query<ArchivedJob>(
    `select t.identifier as name, j.payload, q.queue_name as queue, j.run_at as at, j.attempts, j.max_attempts as "maxAttempts", j.key,
      j.priority, j.last_error as "lastError"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where t.identifier <> all (select identifier from graphile_worker._private_known_crontabs)
      and not ${supersededSql("j")} order by j.id`,
  );
  return rows;
}
