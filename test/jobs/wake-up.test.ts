import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import type { Worker } from "#server/platform/jobs/worker.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { startTestWorker } from "../support/job-worker.ts";

/** Delays between the two jobs of a pair, in ms. */
const GAPS = Array.from({ length: 21 }, (_, step) => 10 * step);
/** Separate queues, so that the pairs of one wake no worker of another. */
const QUEUES = 3;
/** So long that a job whose notification is lost does not start before the test's limit. */
const POLL_MS = 3_600_000;

type Queue = { readonly database: TestDatabase; readonly worker: Worker; waitFor(count: number): Promise<void> };
let queues: readonly Queue[];

async function startQueue(): Promise<Queue> {
  const database = await createTestDatabase();
  let done = 0;
  const events = new EventEmitter();
  const task = () => {
    done += 1;
    events.emit("done");
  };
  const worker = await startTestWorker(database.pool, { "hand-over-order": task }, { pollMs: POLL_MS });
  return {
    database,
    worker,
    async waitFor(count) {
      while (done < count) await once(events, "done");
    },
  };
}

beforeAll(async () => {
  queues = await Promise.all(Array.from({ length: QUEUES }, startQueue));
});
afterAll(() =>
  Promise.all(
    queues.map(async ({ worker, database }) => {
      await worker.stop();
      await database.drop();
    }),
  ),
);

test("a job starts without a poll, however soon it is queued after another of its lane", async () => {
  await Promise.all(
    queues.map(async ({ database, waitFor }, first) => {
      let jobs = 0;
      const start = async () => {
        jobs += 1;
        await database.pool.query("select graphile_worker.add_job('hand-over-order', '{}')");
        await waitFor(jobs);
      };
      for (const gap of GAPS.filter((_, at) => at % QUEUES === first)) {
        const one = start();
        await delay(gap);
        await Promise.all([one, start()]);
      }
    }),
  );
});
