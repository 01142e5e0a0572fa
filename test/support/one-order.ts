import { expect } from "vitest";
import { iccidOf } from "#simulator/esim/smdp-books.ts";
import type { TestDatabase } from "./database.ts";
import { eventually } from "./shop.ts";
import type { Shopper } from "./shopper.ts";

/**
 * Expects the final state of a checkout, whichever process was killed: one order with its event, one mail, one eSIM
 * with the event of its ICCID, the payment attached.
 */
export async function expectOneOrder(database: TestDatabase, shopper: Shopper, email: string): Promise<void> {
  try {
    await expectFinalState(database, shopper, email);
  } catch (error) {
    // What waits is seen only now, and the next start may free it.
    (error as Error).message += `\n${await waitingIn(database)}`;
    throw error;
  }
}

/** Returns the queued jobs, the pools that processes have recorded, and the advisory locks, one a line. */
async function waitingIn({ pool }: TestDatabase): Promise<string> {
  const tables = ["graphile_worker.jobs", "graphile_worker._private_job_queues", "job_pools"];
  const locks = "(select objid, pid from pg_locks where locktype = 'advisory')";
  const found = await Promise.all(
    [...tables, locks].map((table) =>
      pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${table} t`),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ row }) => row)).join("\n");
}

async function expectFinalState({ pool }: TestDatabase, shopper: Shopper, email: string): Promise<void> {
  const count = async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await pool.query<{ count: string }>(sql, values)).rows[0]?.count ?? 0);
  const id = shopper.checkoutId;
  await eventually(
    "the order",
    async () => (await count("select count(*) from orders where checkout_id = $1", id)) === 1,
  );
  const delivered =
    "select count(*) from handovers h join orders o on o.id = h.order_id join sandbox_orders s on s.event_id = h.event_id where o.checkout_id = $1 and h.delivered_at is not null and h.event->>'eventType' = $2";
  for (const type of ["ProductOrderCreateEvent", "ProductOrderAttributeValueChangeEvent"])
    await eventually(`the hand-over of the ${type}`, async () => (await count(delivered, id, type)) === 1);
  const mails = "select count(*) from sandbox_messages where recipient = $1";
  await eventually("the mail", async () => (await count(mails, email)) > 0);
  expect(await count(mails, email)).toBe(1);
  expect(
    await count("select count(*) from handovers h join orders o on o.id = h.order_id where o.checkout_id = $1", id),
  ).toBe(2);
  const ready =
    "select o.id as order_id, e.iccid from esims e join orders o on o.id = e.order_id where o.checkout_id = $1 and e.state = 'ready'";
  const esim = await eventually(
    "the eSIM",
    async () => (await pool.query<{ order_id: string; iccid: string }>(ready, [id])).rows[0],
  );
  // The id of the ordering call determines the sandbox's profile: repetitions count as one call.
  expect(esim.iccid).toBe(iccidOf(`${esim.order_id}-download`));
  const { rows } = await pool.query<{ state: string; attached: boolean }>(
    "select p.state, o.payment_id = p.id as attached from payments p join orders o on o.checkout_id = p.checkout_id where p.checkout_id = $1",
    [id],
  );
  expect(rows).toEqual([{ state: "ordered", attached: true }]);
}

/** Continues like a shopper's browser after a broken connection: retries from the same position. */
export async function goOn(shopper: Shopper, redirectUrl: string): Promise<void> {
  const hostedId = redirectUrl.split("/").at(-1) ?? "";
  await shopper.pressAtProvider(redirectUrl, "pay").catch(() => null);
  await shopper.transactionStatus(hostedId).catch(() => null);
  await shopper.call("createOrder", { billPayed: true }).catch(() => null);
}
