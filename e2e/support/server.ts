import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { takeCore } from "../../test/support/core.ts";
import { freePort } from "../../test/support/ports.ts";
import { QUICK_SERVER } from "../../test/support/process.ts";
import { SOON } from "../../test/support/quick-periods.ts";
import { connectionOfRun, createDatabase, stateFor, type TestDatabase } from "../../test/support/test-server.ts";
import { WIDE_LIMITS } from "../../test/support/wide-limits.ts";

export { expect } from "./expect.ts";

/** A running shop, with the data folder, database and sandboxes of one worker. */
export type Server = { readonly url: string; readonly dataDir: string; readonly database: TestDatabase };

/** The host of every shop under test: a name, because passkeys are bound to one. */
export const HOST = "localhost";

type Options = {
  /** Settings of the shop, such as `SUMMARY_STEP`; a spec file sets them with `test.use`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The port of the shop, known before it starts. */
  readonly shopPort: number;
};

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 12_000;

/** Holds a core of the machine for as long as the worker runs, from before its shop starts. */
type Core = { readonly core: undefined };

type Each = {
  /**
   * Closes the pages that a test has opened in addition to its own: open desks poll and render during all later tests.
   */
  readonly closeAll: undefined;
};

/** `test` with a real shop behind `baseURL`, started once for each worker and stopped by SIGTERM. */
export const test = base.extend<Each, Options & Core & { readonly server: Server }>({
  core: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use, { workerIndex }) => {
      const release = await takeCore({ suite: "browser", file: `worker ${workerIndex}` });
      await use(undefined);
      release();
    },
    { scope: "worker", auto: true, timeout: 0 },
  ],
  closeAll: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  settings: [{}, { scope: "worker", option: true }],
  shopPort: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => use(await freePort()),
    { scope: "worker" },
  ],
  server: [
    async ({ settings, shopPort, core: _core }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), "kasse-e2e-"));
      const url = `http://${HOST}:${shopPort}`;
      const connection = connectionOfRun();
      if (!connection) throw new Error("Playwright's global setup has not started PostgreSQL");
      const database = await createDatabase(connection, stateFor(settings));
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        DATABASE_POOL: "10",
        KASSE_TEST_PERIODS: JSON.stringify(SOON),
        DATA_DIR: dataDir,
        PORT: String(shopPort),
        PAYMENT_SANDBOX_PORT: String(await freePort()),
        ...WIDE_LIMITS,
        PUBLIC_URL: url,
        LOG_LEVEL: "warn",
        ...settings,
      };
      const child = spawn(process.execPath, [QUICK_SERVER], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
      const log = collectOutput(child);
      try {
        await waitUntilReady(url, child, log);
        await use({ url, dataDir, database });
      } finally {
        await stop(child);
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: "worker", timeout: START_TIMEOUT_MS + STOP_TIMEOUT_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

/** Returns a function for the last 4000 characters of the shop's output, to show them if it does not start. */
export function collectOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => (text = (text + part.toString()).slice(-4_000)));
  return () => text;
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The shop did not start:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Ends a program by SIGTERM, and by force if that takes too long. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(killTimer);
}
