import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { recordsFolder } from "./records-folder.ts";
import { startEmbeddedPostgres, type EmbeddedConnection } from "#server/database/embedded/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; `createTestDatabase()` makes databases in it. */
    postgres: EmbeddedConnection;
    /** Where the HTTP tests write down what they exchanged, for `test/specification`. */
    records: string;
  }
}

/** Memory, where there is plenty: a test database is a thousand small files, made six times as fast there. */
async function quickFolder(): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > 2 * 1024 ** 3 ? memory : tmpdir();
}

/** Starts one PostgreSQL for the whole run in a temporary folder. Its data is thrown away, so it need not reach the disk. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await quickFolder(), "kasse-test-"));
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  project.provide("postgres", postgres.connection);
  const records = await recordsFolder();
  project.provide("records", records);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(records, { recursive: true, force: true });
  };
}
