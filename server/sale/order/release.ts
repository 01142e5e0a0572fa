import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { forgetRefusals } from "#server/sale/checkout/credit-checks.ts";
import type { ActionContext } from "./facts.ts";
import type { Fulfilment } from "./fulfil.ts";
import { lockedOrder, settlementOfOrder } from "./order.ts";
import { moveOrder } from "./queries.ts";

const DAY_MS = 24 * 3600_000;

/**
 * Releases an order that is on hold. If an amount is due, the customer gets a link to pay it, and the order is handed
 * over after the payment; otherwise it is handed over at once. Returns the payment deadline; null if nothing is due.
 */
export async function release(
  tx: Handle,
  config: Pick<Config, "unpaidOrderDays">,
  fulfilment: Fulfilment,
  { facts: { orderId, now } }: ActionContext,
) {
  const order = await lockedOrder(tx, orderId);
  await forgetRefusals(tx, [order.checkoutId]);
  if (settlementOfOrder(order) !== "due") {
    await moveOrder(tx, order.id, "placed");
    await fulfilment.fulfil(tx, order);
    return null;
  }
  const payUntil = new Date(now.getTime() + config.unpaidOrderDays * DAY_MS);
  await moveOrder(tx, order.id, "awaitingPayment", { pay_until: payUntil });
  const about = "awaitingPayment";
  await addJobs(tx, [{ name: "mail-order", payload: { orderId: order.id, about }, key: `mail-${about}:${order.id}` }]);
  return payUntil;
}
