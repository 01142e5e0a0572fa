import { afterAll, beforeAll, expect, test } from "vitest";
import { addJobs, type NewJob } from "#server/platform/jobs/queue.ts";
import { countEmptyQueues, removeEmptyQueues } from "#server/platform/jobs/empty-queues.ts";
import { openSaleDatabase, type SaleDatabase } from "../support/sale-database.ts";

let sale: SaleDatabase;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

const job = (id: string): NewJob => ({ name: "refund-payment", payload: { paymentId: id }, queue: `payment:${id}` });
const queues = async () =>
  (await sale.query<{ name: string }>("select queue_name as name from graphile_worker._private_job_queues")).map(
    ({ name }) => name,
  );

test("only the queues without a job are removed", async () => {
  await addJobs(sale.db, [job("done"), job("waiting")]);
  await sale.query(
    "select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs where payload->>'paymentId' = 'done'))",
  );
  expect([await countEmptyQueues(sale.db), await removeEmptyQueues(sale.db), await countEmptyQueues(sale.db)]).toEqual([
    1, 1, 0,
  ]);
  expect(await queues()).toEqual(["payment:waiting"]);
});

test("the queue of a job that is being queued stays, so that the job runs", async () => {
  await sale.query("insert into graphile_worker._private_job_queues (queue_name) values ('payment:new')");
  const removed = await sale.db.transaction().execute(async (tx) => {
    await addJobs(tx, [job("new")]);
    const removing = removeEmptyQueues(sale.db);
    expect(await sale.endsOrWaits(removing)).toBe(false);
    return { removing };
  });
  expect(await removed.removing).toBe(0);
  const named = "select 1 from graphile_worker.jobs where queue_name = 'payment:new'";
  expect(await sale.query(named)).toHaveLength(1);
});

test("a transaction that queues a job for long is not waited for", async () => {
  await sale.query("insert into graphile_worker._private_job_queues (queue_name) values ('payment:long')");
  await sale.db.transaction().execute(async (tx) => {
    await addJobs(tx, [job("long")]);
    expect(await removeEmptyQueues(sale.db)).toBe(0);
  });
  expect(await queues()).toContain("payment:long");
});
