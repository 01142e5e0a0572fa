import { randomInt } from "node:crypto";
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { ensureBundle, ensurePrograms } from "../../tools/launch/bundle.mjs";
import type { EmbeddedConnection } from "#server/platform/database/embedded/index.ts";
import { recordsFolder } from "./records-folder.ts";
import { connectionOfRun, startTestServer } from "./test-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run; `createTestDatabase()` creates databases in it. */
    postgres: EmbeddedConnection;
    /** The suite of a test file, under which it waits for a core (`with-core.ts`). */
    suite: string;
    /** The folder in which the HTTP tests record their exchanges, for `test/specification`; empty if it is not used. */
    records: string;
    /** Whether the property-based tests run at full length: in a full run, once. */
    long: boolean;
  }
}

/** Chooses the seed of the property-based tests, unless the environment sets one: each run has a different seed. */
function chooseSeed(): void {
  process.env["KASSE_TEST_SEED"] ??= String(randomInt(1_000_000));
  console.info(`Property-based tests: KASSE_TEST_SEED=${process.env["KASSE_TEST_SEED"]} repeats them.`);
}

const FULL = Boolean(process.env["KASSE_TEST_FULL"]);
/**
 * The projects whose tests use a server like an operator's. `npm test` has all tests on the embedded database and some
 * on such a server; a full run is the other way round.
 */
const ON_SERVER: readonly string[] = FULL ? ["http"] : ["repeated"];

/** Builds outdated bundles, and provides the embedded database of the run, or a server of the project. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  chooseSeed();
  await ensureBundle(process.execPath);
  await ensurePrograms(process.execPath);
  const ownServer = ON_SERVER.includes(project.name);
  const ofRun = ownServer ? null : connectionOfRun();
  const server = ofRun ? null : await startTestServer(ownServer ? "own" : "embedded");
  const records = await recordsFolder();
  project.provide("postgres", ofRun ?? server!.connection);
  project.provide("long", FULL && project.name === "http");
  project.provide("records", project.name === "http" ? records : "");
  return async () => {
    await server?.stop();
    await rm(records, { recursive: true, force: true });
  };
}
