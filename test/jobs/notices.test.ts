import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabase, type Database } from "#server/platform/database/database.ts";
import { addJobs, type NewJob } from "#server/platform/jobs/queue.ts";
import type { Worker } from "#server/platform/jobs/worker.ts";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { startTestWorker } from "../support/job-worker.ts";
import { recordStatements } from "../support/statement-recorder.ts";

const WAIT = { timeout: 300_000, interval: 20 };
/** The tasks of a process with three lanes, which never looks for jobs unless it is notified. */
const TASKS = ["mail-order", "hand-over-order", "order-esim"] as const;
let database: TestDatabase;
let opened: { readonly db: Database; close(): Promise<void> };
let worker: Worker;
let stopRecording: () => void;
/** The tasks that were looked for, by the id of the task; the lanes have one task each. */
let searches: string[] = [];
let done: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, pino({ level: "silent" }));
  stopRecording = recordStatements(({ text, values: [, ids] }) => {
    if (text.includes("j_raw")) searches.push(...(ids as readonly number[]).map(String));
  });
  const tasks = Object.fromEntries(TASKS.map((name) => [name, () => void done.push(name)]));
  worker = await startTestWorker(database.pool, tasks, { pollMs: 600_000 });
  await vi.waitFor(() => expect(searches.length).toBeGreaterThanOrEqual(TASKS.length), WAIT);
});
afterAll(async () => {
  stopRecording();
  await worker.stop();
  await opened.close();
  await database.drop();
});
beforeEach(settled);

async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query("select 1 from graphile_worker._private_jobs");
    expect(rows).toEqual([]);
  }, WAIT);
  [searches, done] = [[], []];
}

async function searched(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ id: string; identifier: string }>(
    "select id::text, identifier from graphile_worker._private_tasks order by identifier",
  );
  return rows.filter(({ id }) => searches.includes(id)).map(({ identifier }) => identifier);
}
const job = (name: (typeof TASKS)[number]) => ({ name, payload: { orderId: "1" } }) as NewJob;
const allDone = (...names: readonly string[]) => vi.waitFor(() => expect(done.toSorted()).toEqual(names), WAIT);

/** Queues several, because a lane's search could still be on its way after one. */
async function expectOneLaneToWake(): Promise<void> {
  for (let count = 1; count <= 5; count += 1) {
    await addJobs(opened.db, [job("mail-order")]);
    await allDone(...Array<string>(count).fill("mail-order"));
  }
  expect(await searched()).toEqual(["mail-order"]);
}

test("a new job wakes its own lane alone", expectOneLaneToWake);

test("jobs of two lanes wake both; each transaction is its own", async () => {
  await addJobs(opened.db, [job("mail-order"), job("hand-over-order")]);
  await allDone("hand-over-order", "mail-order");
  expect(await searched()).toEqual(["hand-over-order", "mail-order"]);
});

test("two jobs of different lanes queued one after the other in a transaction are both done", async () => {
  await opened.db.transaction().execute(async (tx) => {
    await addJobs(tx, [job("mail-order")]);
    await addJobs(tx, [job("order-esim")]);
    await addJobs(tx, [job("mail-order")]);
  });
  await allDone("mail-order", "mail-order", "order-esim");
});

test("a job from an older version, whose lane nobody names, wakes all lanes", async () => {
  await addJobs(opened.db, [job("mail-order")]);
  await database.pool.query("select graphile_worker.add_job('hand-over-order', '{}')");
  await allDone("hand-over-order", "mail-order");
  await vi.waitFor(async () => expect(await searched()).toEqual(["hand-over-order", "mail-order", "order-esim"]), WAIT);
});

test("after its connection for notifications broke, too", async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike '%listen%' and pid <> pg_backend_pid() and datname = current_database()",
  );
  await vi.waitFor(async () => {
    await addJobs(opened.db, TASKS.map(job));
    expect(new Set(done).size).toBe(TASKS.length);
  }, WAIT);
  await settled();
  await expectOneLaneToWake();
});
