import { EventEmitter } from "node:events";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { startTestWorker } from "../support/job-worker.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually } from "../support/shop.ts";

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connection);
  pool = new pg.Pool({ ...database.connection, ...proxy.address });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
});
afterAll(async () => {
  proxy.breakConnections(false);
  await pool.end();
  proxy.stop();
  await database.drop();
});

/** The lines of the log about workers that a broken connection has ended, and about a failed restart. */
const STOPPED = "the job workers have stopped by themselves";
const NOT_STARTED = "could not start the job workers";

// A task that the timetable never starts: every minute adds another "settle-payments".
const addJob = () => database.pool.query("select graphile_worker.add_job('hand-over-order', '{}')");
const jobs = async () =>
  (await database.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'hand-over-order'")).rows
    .length;

test("workers whose connection breaks when they report a job are restarted, and repeat that job", async () => {
  let done = 0;
  /** Emits `done` after each job. */
  const events = new EventEmitter();
  const task = () => {
    done += 1;
    events.emit("done");
  };
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const worker = await startTestWorker(pool, { "hand-over-order": task }, { log });
  try {
    events.once("done", () => proxy.breakConnections(true));
    await addJob();
    await eventually("the workers stop", async () => lines.some((line) => line.includes(STOPPED)));
    // The database stays unavailable for longer than the first attempt to restart.
    await eventually("a restart has failed", async () => lines.some((line) => line.includes(NOT_STARTED)));
    proxy.breakConnections(false);
    await eventually("the job is done again", async () => done === 2);
    await addJob();
    await eventually("a new job is done", async () => done === 3);
    await eventually("no job is left", async () => (await jobs()) === 0);
  } finally {
    proxy.breakConnections(false);
    await worker.stop();
  }
  expect((await database.pool.query("select 1 from job_pools")).rows).toEqual([]);
});

test("workers whose connection breaks when they report a failed job are restarted, and retry that job", async () => {
  let tries = 0;
  const task = () => {
    tries += 1;
    if (tries > 1) return;
    proxy.breakConnections(true);
    throw new Error("The first try fails");
  };
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const worker = await startTestWorker(pool, { "hand-over-order": task }, { log });
  try {
    await addJob();
    await eventually("the first try", () => Promise.resolve(tries === 1));
    await eventually("the workers stop", () => Promise.resolve(lines.some((line) => line.includes(STOPPED))));
    proxy.breakConnections(false);
    await eventually("the job is done", async () => (await jobs()) === 0);
    expect(tries).toBe(2);
  } finally {
    proxy.breakConnections(false);
    await worker.stop();
  }
});

test("workers that cannot be restarted can be stopped", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const task = () => proxy.breakConnections(true);
  const worker = await startTestWorker(pool, { "hand-over-order": task }, { log });
  await addJob();
  const failed = () => lines.some((line) => line.includes(NOT_STARTED));
  await eventually("a restart has failed", () => Promise.resolve(failed()));
  await worker.stop();
  proxy.breakConnections(false);
});
