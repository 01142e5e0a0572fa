import { expect } from "vitest";
import type { TestDatabase } from "../support/database.ts";
import { eventually } from "../support/shop.ts";
import type { World } from "./actions.ts";

type Order = {
  status: string;
  bill_paid: boolean;
  payment_id: string | null;
  account_id: string;
  claimed_by: string | null;
  shown: { quote: { billing: number; oneTime: number; total: number } };
  number: string;
  numbers: string[];
  customer: { terms: boolean; mnp: boolean; newMsisdn: string };
  document_id: string | null;
  record: { type: string };
  events: string[];
};

/** Expects that a checkout is in no state that the model forbids, after any calls and changes. */
export async function expectSound({ pool }: TestDatabase, world: World): Promise<void> {
  const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await pool.query(sql, values)).rows as Row[];
  const id = world.tabs[0]?.checkoutId;
  expect(world.orders.size).toBeLessThanOrEqual(1);
  if (!id) return;
  const settled = async () => {
    await pool.query("update payments set next_check_at = '2020-01-01' where checkout_id = $1", [id]);
    await pool.query("select graphile_worker.add_job('settle-payments', '{}', job_key := 'model')");
    const open = await rows(
      `select 1 from payments p join sandbox_payments s on s.id = p.hosted_id left join orders o on o.payment_id = p.id
       where p.checkout_id = $1 and s.outcome = 'paid' and p.state <> 'refunded' and (p.state <> 'ordered' or o.status = 'cancelled')`,
      id,
    );
    return open.length === 0;
  };
  await eventually("every payment that was paid belongs to an order that stands, or is refunded", settled);
  const orders = await rows<Order>(
    `select o.*, (select account_id from document_claims where document_hash = o.document_hash) as claimed_by,
       array(select msisdn from numbers where order_number = o.number) as numbers,
       array(select h.event->>'eventType' from handovers h where h.order_id = o.id order by h.sequence) as events
     from orders o where checkout_id = $1`,
    id,
  );
  expect(orders.length).toBeLessThanOrEqual(1);
  const payments = await rows<{ id: string; state: string; amount: number }>(
    "select id, state, amount from payments where checkout_id = $1",
    id,
  );
  const ordered = payments.filter((payment) => payment.state === "ordered");
  const order = orders[0];
  if (!order) return expect(ordered).toEqual([]);
  const { billing, oneTime, total } = order.shown.quote;
  const paidFor = order.status === "placed" && total > 0;
  expect(ordered.map((payment) => [payment.id, payment.amount])).toEqual(paidFor ? [[order.payment_id, total]] : []);
  expect(order.customer.terms).toBe(true);
  if (order.record.type === "Tariff") expect(order.document_id).not.toBeNull();
  // Orders are only placed at a price that was shown.
  const shown = { billing: billing / 100, oneTime: oneTime / 100, total: total / 100 };
  expect(world.seen).toContainEqual(shown);
  // The operator receives exactly the placed orders, and those cancelled after placement.
  const [first, ...later] = order.events;
  if (order.status === "placed") expect([first, later]).toEqual(["ProductOrderCreateEvent", []]);
  if (order.status === "onHold" || order.status === "awaitingPayment") expect(order.events).toEqual([]);
  if (order.status === "cancelled" && first !== undefined)
    expect([first, later]).toEqual(["ProductOrderCreateEvent", ["ProductOrderStateChangeEvent"]]);
  if (order.status !== "cancelled") expect(order.claimed_by).toBe(order.account_id);
  // The chosen number belongs to this order until it is cancelled.
  const { mnp, newMsisdn } = order.customer;
  const chosen = order.record.type === "Tariff" && !mnp && newMsisdn !== "" && order.status !== "cancelled";
  expect(order.numbers).toEqual(chosen ? [newMsisdn] : []);
}
