import { STATE_OF_OUTCOME, type PaymentState, type ProviderOutcome } from "#core/payment-states.ts";
import type { Logger } from "pino";
import { movePayment } from "#server/sale/ledger/ledger.ts";
import { releaseHold } from "#server/shop/catalogue/stock.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { finalise, type OrderNeeds } from "#server/sale/order/finalise.ts";
import { makeOrder } from "#server/sale/order/make-order.ts";
import type { PaymentProvider } from "./provider.ts";

/** What settling a payment needs: the provider to ask, and what makes an order of money that arrived. */
export type SettleNeeds = OrderNeeds & { readonly payments: PaymentProvider };

type Payment = {
  readonly id: string;
  readonly checkout_id: string;
  readonly hosted_id: string | null;
  readonly expires_at: Date;
};

/** After its expiry a payment that nobody finished counts as expired; the provider may be a little late. */
const EXPIRY_GRACE_MS = 60_000;
/** Payments that ended without money are asked after for so long: some shoppers pay after all. */
const LATE_MONEY_MS = 2 * 3600_000;

/**
 * Asks the provider what became of a payment and writes it down; money that arrived becomes the order, or goes back, in
 * the same transaction. Safe to call from anywhere, any number of times. May throw Unavailable.
 */
export async function settlePayment(services: SettleNeeds, payment: Payment): Promise<PaymentState> {
  const outcome = await askProvider(services, payment);
  return services.db.transaction().execute(async (tx) => {
    await tx.selectFrom("checkouts").select("id").where("id", "=", payment.checkout_id).forUpdate().execute();
    const next = STATE_OF_OUTCOME[outcome];
    const moved = next !== "open" && (await movePayment(tx, payment.id, next, services.now()));
    if (moved && next !== "paid") await releaseHold(tx, payment.checkout_id);
    if (next === "paid") await finalise(tx, services, payment.checkout_id);
    const after = await tx
      .selectFrom("payments")
      .select("state")
      .where("id", "=", payment.id)
      .executeTakeFirstOrThrow();
    return after.state;
  });
}

/** What the provider says; a payment it never heard of, or that nobody finished in time, has expired. */
async function askProvider(services: SettleNeeds, payment: Payment): Promise<ProviderOutcome> {
  const over = services.now().getTime() > payment.expires_at.getTime() + EXPIRY_GRACE_MS;
  if (!payment.hosted_id) return over ? "expired" : "pending";
  const outcome = await services.payments.status({ hostedId: payment.hosted_id, reference: payment.id });
  return outcome === "pending" && over ? "expired" : outcome;
}

/** Settles the running payment of a checkout, if any; `ordered` when it, or an earlier one, became the order. */
export async function settleOpenPayment(services: SettleNeeds, checkoutId: string): Promise<PaymentState | null> {
  const open = await services.db
    .selectFrom("payments")
    .select(["id", "checkout_id", "hosted_id", "expires_at"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return open ? settlePayment(services, open) : null;
}

/** The reconciliation job: whatever webhook and return page missed is settled here. One failure does not stop the rest. */
export function settlePayments(
  services: SettleNeeds & { readonly log: Pick<Logger, "warn"> },
): Task<"settle-payments"> {
  return async () => {
    const now = services.now().getTime();
    const waiting = await services.db
      .selectFrom("payments")
      .select(["id", "checkout_id", "hosted_id", "expires_at", "state"])
      .where((eb) =>
        eb.or([
          eb("state", "=", "open"),
          eb.and([
            eb("state", "in", ["declined", "cancelled", "expired"]),
            eb("updated_at", ">", new Date(now - LATE_MONEY_MS)),
          ]),
          eb.and([eb("state", "=", "paid"), eb("refund_requested_at", "is", null)]),
        ]),
      )
      .orderBy("updated_at")
      .limit(500)
      .execute();
    for (const payment of waiting) {
      const work =
        payment.state === "paid" ? makeOrder(services, payment.checkout_id) : settlePayment(services, payment);
      await work.catch((error: Error) =>
        services.log.warn({ paymentId: payment.id, error: error.message }, "a payment could not be settled yet"),
      );
    }
  };
}
