import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLiveness } from "#server/platform/jobs/orphans.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { startTestWorker } from "../support/job-worker.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/shop.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const log = pino({ level: "silent" });
const lockedJobs = async () =>
  (await database.pool.query("select 1 from graphile_worker.jobs where locked_by is not null")).rows.length;

test("a job of a process that died is released at the next start, one of a living process is not", async () => {
  await database.pool.query("insert into job_pools (pool_id, process_number) values ('dead', 1), ('alive', 2)");
  await database.pool.query("select graphile_worker.add_job('a'), graphile_worker.add_job('b')");
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_by = case when task_id = (select id from graphile_worker._private_tasks where identifier = 'a') then 'dead' else 'alive' end, locked_at = now()",
  );
  const living = await database.pool.connect();
  await living.query("select pg_advisory_lock(779003, 2)");
  expect(await lockedJobs()).toBe(2);
  const liveness = await startLiveness(database.pool, log, 10_000);
  expect(await lockedJobs()).toBe(1);
  const { rows } = await database.pool.query("select pool_id from job_pools");
  expect(rows).toEqual([{ pool_id: "alive" }]);
  await liveness.stop();
  living.release(true);
});

test("a job is locked under the recorded name of its process", async () => {
  let finish = () => {};
  const running = new Promise<void>((resolve) => (finish = resolve));
  const worker = await startTestWorker(database.pool, { "hand-over-order": () => running });
  await database.pool.query("select graphile_worker.add_job('hand-over-order', '{}')");
  const named = "select 1 from graphile_worker._private_jobs j join job_pools p on p.pool_id = j.locked_by";
  await eventually("the job runs", async () => (await database.pool.query(named)).rows.length === 1);
  finish();
  await worker.stop();
  const { rows } = await database.pool.query("select pool_id from job_pools");
  expect(rows).toEqual([]);
});

test("a process that lost its connection takes its lock again, and keeps its jobs", async () => {
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const liveness = await startLiveness(pool, log, 100);
  liveness.lane().events.emit("pool:create", { workerPool: { id: "mine" } } as never);
  // In this database: other tests hold their locks at the same time.
  const held = `select pid from pg_locks where locktype = 'advisory' and classid = 779003 and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const [lock] = (await database.pool.query<{ pid: number }>(held)).rows;
  await database.pool.query("select pg_terminate_backend($1)", [lock?.pid]);
  const again = await eventually("the lock is held again", async () => {
    const { rows } = await database.pool.query<{ pid: number }>(held);
    return rows[0] && rows[0].pid !== lock?.pid && rows;
  });
  expect(again).toHaveLength(1);
  // A process that another one considered dead meanwhile is recorded again.
  await database.pool.query("delete from job_pools");
  await database.pool.query("select pg_terminate_backend($1)", [again[0]?.pid]);
  await eventually(
    "the pool is noted again",
    async () => (await database.pool.query("select 1 from job_pools where pool_id = 'mine'")).rows.length === 1,
  );
  await liveness.stop();
  await pool.end();
});

test("a process whose connection leads to a primary that is gone takes its lock on the new one", async () => {
  const proxy = await startDatabaseProxy(database.connection);
  const pool = new pg.Pool({ ...database.connection, ...proxy.address, query_timeout: 1000 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const liveness = await startLiveness(pool, log, 100, 300);
  const held = `select pid from pg_locks where locktype = 'advisory' and classid = 779003 and granted
    and database = (select oid from pg_database where datname = current_database())`;
  const [before] = (await database.pool.query<{ pid: number }>(held)).rows;
  proxy.silence();
  // The process is not notified.
  await database.pool.query("select pg_terminate_backend($1)", [before?.pid]);
  await eventually("a check is sent, and lost", () => Promise.resolve(proxy.lost() > 0));
  proxy.speak();
  await eventually("another connection holds a lock", async () => {
    const { rows } = await database.pool.query<{ pid: number }>(held);
    return rows.some(({ pid }) => pid !== before?.pid);
  });
  await liveness.stop();
  await pool.end();
  proxy.stop();
});

test("workers of one lane that start again release their own jobs, and none of another lane", async () => {
  await database.pool.query("delete from graphile_worker._private_jobs");
  const liveness = await startLiveness(database.pool, log, 10_000);
  const [mail, handover] = [liveness.lane(), liveness.lane()];
  for (const [lane, id] of [
    [mail, "mail"],
    [handover, "handover"],
  ] as const) {
    lane.events.emit("pool:create", { workerPool: { id } } as never);
    await database.pool.query("select graphile_worker.add_job($1)", [id]);
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() where task_id = (select id from graphile_worker._private_tasks where identifier = $1)",
      [id],
    );
  }
  await mail.releaseOwn();
  const { rows } = await database.pool.query(
    "select task_identifier from graphile_worker.jobs where locked_by is not null",
  );
  expect(rows).toEqual([{ task_identifier: "handover" }]);
  await liveness.stop();
  expect(await lockedJobs()).toBe(0);
});
