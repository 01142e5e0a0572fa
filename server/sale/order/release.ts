import type { OrderState } from "#core/order/order-states.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { hasIdentity } from "#server/sale/identity/sealed-identity.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { forgetRefusals } from "#server/sale/checkout/credit-checks.ts";
import { fulfil, type FulfilNeeds } from "./fulfil.ts";
import { loadOrder, settlementOfOrder } from "./order.ts";
import { moveOrder, recordAction, type By } from "./queries.ts";

type Needs = FulfilNeeds & {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<Config, "unpaidOrderDays">;
};

export type Released =
  | { readonly kind: "placed" }
  | { readonly kind: "awaitingPayment"; readonly payUntil: Date }
  | { readonly kind: "noOrder" }
  | { readonly kind: "notHeld"; readonly status: OrderState }
  /** Its identity data was removed after the retention time; the operator's systems could not use the order. */
  | { readonly kind: "identityRemoved" };

const DAY_MS = 24 * 3600_000;

/**
 * A person releases an order that is on hold. With an amount due, the customer gets a link to pay it, and the order is handed over once it
 * is paid; otherwise it is handed over at once.
 */
export async function releaseOrder(services: Needs, number: string, by: By): Promise<Released> {
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order) return { kind: "noOrder" };
    if (order.status !== "onHold") return { kind: "notHeld", status: order.status };
    if (!hasIdentity(order.customer)) return { kind: "identityRemoved" };
    const now = services.now();
    await recordAction(tx, order.id, "released", by, now);
    await forgetRefusals(tx, [order.checkoutId]);
    if (settlementOfOrder(order) !== "due") {
      await moveOrder(tx, order.id, "placed");
      await fulfil(tx, services, order);
      return { kind: "placed" };
    }
    const payUntil = new Date(now.getTime() + services.config.unpaidOrderDays * DAY_MS);
    await moveOrder(tx, order.id, "awaitingPayment", { pay_until: payUntil });
    const about = "awaitingPayment";
    await addJobs(tx, [
      { name: "mail-order", payload: { orderId: order.id, about }, key: `mail-${about}:${order.id}` },
    ]);
    return { kind: "awaitingPayment", payUntil };
  });
}
