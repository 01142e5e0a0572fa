import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres, type EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { startOwnPostgres } from "./own-postgres.ts";
import { recordsFolder } from "./records-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; `createTestDatabase()` makes databases in it. */
    postgres: EmbeddedConnection;
    /** Where the HTTP tests write down what they exchanged, for `test/specification`; empty where nobody reads it. */
    records: string;
    /** The tests of chance run at full length: in a full run, once. */
    long: boolean;
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

/** The data is thrown away, so it need not reach the disk. */
const SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" };

/**
 * Starts one PostgreSQL for the whole run in a temporary folder: the embedded database, or for the project `postgres` a
 * server of the tests' own, as `DATABASE_URL` names one.
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const ownServer = project.name === "postgres";
  const dataDir = await mkdtemp(join(await quickFolder(), "kasse-test-"));
  const postgres = ownServer
    ? await startOwnPostgres(dataDir, SETTINGS)
    : await startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  const records = await recordsFolder();
  project.provide("postgres", postgres.connection);
  project.provide("long", !ownServer && Boolean(process.env["KASSE_TEST_FULL"]));
  project.provide("records", ownServer ? "" : records);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(records, { recursive: true, force: true });
  };
}
