import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#server/platform/database/database.ts";
import { countJobs } from "#server/platform/jobs/backlog.ts";
import { startLiveness } from "#server/platform/jobs/orphans.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { listWaiting, failedJobs } from "#server/read-models/waiting.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { startTestWorker } from "../support/job-worker.ts";
import { eventually } from "../support/shop.ts";

let database: TestDatabase;
let opened: { readonly db: Database; close(): Promise<void> };
const log = pino({ level: "silent" });

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, log);
});
afterEach(() => database.pool.query("delete from graphile_worker._private_jobs"));
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const rows = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows;
const queue = () =>
  addJobs(opened.db, [{ name: "hand-over-order", payload: { orderId: "1" } as never, key: "hand-over:1" }]);
const running = () => rows("select 1 from graphile_worker._private_jobs where locked_at is not null");
const givenUp = async () => [
  (await countJobs(opened.db)).filter(({ state }) => state === "givenUp"),
  (await failedJobs(opened.db, { limit: 10 })).filter(({ state }) => state === "givenUp"),
  await listWaiting(opened.db, "jobGivenUp", {} as never, 10),
];

test("a job that was replaced while it ran is not given up when its attempt fails: the other has done the work", async () => {
  let fail = () => {};
  const first = new Promise<void>((_, reject) => (fail = () => reject(new Error("the receiver is away"))));
  let tries = 0;
  const task = () => ((tries += 1) === 1 ? first : undefined);
  const worker = await startTestWorker(database.pool, { "hand-over-order": task }, { orphansMs: 60_000 });
  await queue();
  await eventually("the first runs", async () => (await running()).length === 1);
  await queue();
  await eventually("the second is done", () => Promise.resolve(tries === 2));
  fail();
  await eventually("the first has failed", async () => (await running()).length === 0);
  // It still exists, but appears in no list, metric or alarm.
  expect(await rows("select attempts, max_attempts from graphile_worker._private_jobs")).toEqual([
    { attempts: 25, max_attempts: 25 },
  ]);
  expect(await givenUp()).toEqual([[], [], []]);
  await worker.stop();
  const liveness = await startLiveness(database.pool, log, 60_000);
  expect(await rows("select 1 from graphile_worker._private_jobs")).toEqual([]);
  await liveness.stop();
});

test("one whose process died meanwhile is removed with the others of that process", async () => {
  await queue();
  await rows("update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), attempts = 1");
  await rows("insert into job_pools (pool_id, process_number) values ('dead', 1)");
  await queue();
  const liveness = await startLiveness(database.pool, log, 60_000);
  expect(await rows("select key, attempts from graphile_worker._private_jobs")).toEqual([
    { key: "hand-over:1", attempts: 0 },
  ]);
  await liveness.stop();
});

test("one without a key, or that still has it, is given up after its last attempt", async () => {
  await addJobs(opened.db, [{ name: "cancel-payment", payload: { paymentId: "1" } as never }]);
  await queue();
  await rows("update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'away'");
  const liveness = await startLiveness(database.pool, log, 60_000);
  expect((await givenUp()).map((found) => found.length)).toEqual([2, 2, 2]);
  await liveness.stop();
});
