import { createServer, type AddressInfo, type Socket } from "node:net";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { LANES } from "#server/platform/jobs/lanes.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Worker } from "#server/platform/jobs/worker.ts";
import { startTestWorker } from "../support/job-worker.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { eventually, startShop } from "../support/shop.ts";

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
let worker: Worker;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, pino({ level: "silent" }));
});
afterEach(async () => {
  await worker.stop();
  await database.pool.query("delete from graphile_worker._private_jobs");
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const add = (name: string, count = 1) =>
  database.pool.query("select graphile_worker.add_job($1, '{}') from generate_series(1, $2)", [name, count]);
const jobs = async (name: string) =>
  (
    await database.pool.query<{ attempts: number; last_error: string | null }>(
      "select attempts, last_error from graphile_worker.jobs where task_identifier = $1",
      [name],
    )
  ).rows;

test("a hanging system delays only its own jobs", async () => {
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  let mails = 0;
  const tasks = {
    "hand-over-order": () => hanging,
    "mail-order": () => void (mails += 1),
    "order-esim": () => hanging,
  };
  worker = await startTestWorker(database.pool, tasks);
  await Promise.all([add("hand-over-order", 40), add("order-esim", 40)]);
  await add("mail-order", 20);
  await eventually("all mails are sent", async () => mails === 20);
  resolve();
  await eventually("the others follow", async () => (await jobs("hand-over-order")).length === 0);
});

/** A job of an extension, which no type knows. */
const TELL = "tell-receiver" as never;

test("a receiver that hangs delays no other one, and never has two jobs at once", async () => {
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  const running: string[] = [];
  const tell = async ({ receiver }: { receiver: string }) => {
    running.push(receiver);
    if (receiver !== "healthy") await hanging;
  };
  worker = await startTestWorker(database.pool, { [TELL]: tell as () => unknown, purge: () => hanging });
  await add("purge");
  const others = Array.from({ length: 49 }, (_, index) => `hangs ${index}`);
  const jobOf = (receiver: string) =>
    ({ name: TELL, payload: { receiver } as never, key: receiver, queue: `receiver:${receiver}` }) as const;
  await addJobs(opened.db, others.map(jobOf));
  await eventually("all others hang", async () => running.length === others.length);
  await addJobs(opened.db, [...others.map(jobOf), jobOf("healthy")]);
  await eventually("the healthy one is told", async () => running.includes("healthy"));
  expect(running).toHaveLength(others.length + 1);
  resolve();
  await eventually("the waiting ones follow", async () => (await jobs(TELL)).length === 0);
  expect(running).toHaveLength(2 * others.length + 1);
});

describe("an unavailable system", () => {
  // Longer than a test on any machine: the clock is set ahead instead.
  const LIMITS = { failures: 3, restMs: 3600_000 };
  afterEach(() => void vi.restoreAllMocks());

  test("is not called for some time; jobs that failed meanwhile are retried as soon as it answers again", async () => {
    let calls = 0;
    let down = true;
    const deliver = () => {
      calls += 1;
      if (down) throw new Unavailable("no answer");
    };
    worker = await startTestWorker(database.pool, { "hand-over-order": deliver }, LIMITS);
    await add("hand-over-order", 12);
    await eventually("every job has been tried", async () =>
      (await jobs("hand-over-order")).every(({ last_error }) => last_error !== null),
    );
    expect(worker.circuits()).toEqual({ handover: true });
    // Calls in progress at the last failure also count.
    expect(calls).toBeLessThanOrEqual(LIMITS.failures + 2);
    const errors = (await jobs("hand-over-order")).map(({ last_error }) => last_error);
    expect(errors).toContainEqual(expect.stringContaining("left alone after repeated failures"));
    down = false;
    await database.pool.query("update graphile_worker._private_jobs set run_at = now() + interval '1 day'");
    const { now } = Date;
    vi.spyOn(Date, "now").mockImplementation(() => now() + LIMITS.restMs);
    await add("hand-over-order");
    await eventually("nothing is left", async () => (await jobs("hand-over-order")).length === 0);
    expect(worker.circuits()).toEqual({ handover: false });
  });

  test("is not suspected because of faulty jobs", async () => {
    const refuse = () => {
      throw new Error("no such order");
    };
    worker = await startTestWorker(database.pool, { "hand-over-order": refuse }, LIMITS);
    await add("hand-over-order", 12);
    await eventually("every job has been tried", async () =>
      (await jobs("hand-over-order")).every(({ last_error }) => last_error !== null),
    );
    expect(worker.circuits()).toEqual({ handover: false });
  });
});

test("a receiver of orders that never answers does not delay a mail, in a whole shop", async () => {
  const waiting = new Set<Socket>();
  let most = 0;
  const silent = createServer((socket) => {
    waiting.add(socket.on("error", () => undefined));
    socket.on("close", () => waiting.delete(socket));
    most = Math.max(most, waiting.size);
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const shop = await startShop({
    jobs: "perLane",
    env: {
      ORDER_HANDOVER: "webhook",
      ORDER_WEBHOOK_URL: `http://127.0.0.1:${port}/orders`,
      ORDER_WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef",
    },
  });
  worker = { circuits: () => ({}), stop: async () => undefined };
  try {
    await shop.database.pool.query(
      `insert into accounts (email, profile) values ('waiting@example.ch', '{}');
       insert into checkouts (id, record, shown, locale) select gen_random_uuid(), '{"type":"Tariff","tariff":"SMART30"}', '{}', 'de' from generate_series(1, 40);
       insert into orders (number, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale)
         select 'K9' || row_number() over (), c.id, a.id, 'placed', false, false, c.record, c.shown, '{}', 'de' from checkouts c, accounts a;
       insert into handovers (order_id, event) select id, '{}' from orders;
       select graphile_worker.add_job('hand-over-order', json_build_object('orderId', id)) from orders`,
    );
    await eventually("deliveries wait for an answer", async () => waiting.size >= LANES.handover.concurrency);
    await shop.database.pool.query(
      `select graphile_worker.add_job('mail-password-reset', '{"email":"waiting@example.ch","locale":"de"}')`,
    );
    await eventually("the mail", async () => (await shop.messages("waiting@example.ch")).length > 0);
    // One that times out closes a moment after the next one has begun.
    expect(most).toBeLessThan(2 * LANES.handover.concurrency);
  } finally {
    // A shop that stops waits for deliveries in progress.
    for (const socket of waiting) socket.destroy();
    silent.close();
    await shop.stop();
  }
});
