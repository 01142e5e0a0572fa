import { STATE_OF_OUTCOME, type PaymentState, type ProviderOutcome } from "#core/payment-states.ts";
import type { Logger } from "pino";
import { movePayment } from "#server/sale/ledger/ledger.ts";
import { releaseHold } from "#server/shop/catalogue/stock.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { finalise, type OrderNeeds } from "#server/sale/order/finalise.ts";
import { makeOrder } from "#server/sale/order/make-order.ts";
import type { PaymentProvider } from "./provider.ts";

/** What settling a payment needs: the provider, and what creating the order needs. */
export type SettleNeeds = OrderNeeds & { readonly payments: PaymentProvider };

type Payment = {
  readonly id: string;
  readonly checkout_id: string;
  readonly hosted_id: string | null;
  readonly expires_at: Date;
};

/** How long after its expiry a pending payment counts as expired, in ms: the provider may report a little late. */
const EXPIRY_GRACE_MS = 60_000;
/** How long the job still checks payments that ended unpaid, in ms: some shoppers pay late. */
const LATE_MONEY_MS = 2 * 3600_000;

/**
 * Asks the provider for the outcome of a payment and stores it. In the same transaction, a paid payment becomes the order or
 * is marked for a refund. Safe to call any number of times. May throw Unavailable.
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

/**
 * The provider's outcome. A payment that is still pending after its expiry has expired, as has one the provider never
 * created.
 */
async function askProvider(services: SettleNeeds, payment: Payment): Promise<ProviderOutcome> {
  const over = services.now().getTime() > payment.expires_at.getTime() + EXPIRY_GRACE_MS;
  if (!payment.hosted_id) return over ? "expired" : "pending";
  const outcome = await services.payments.status({ hostedId: payment.hosted_id, reference: payment.id });
  return outcome === "pending" && over ? "expired" : outcome;
}

/** Settles the open payment of a checkout and returns its state; null if there is none. */
export async function settleOpenPayment(services: SettleNeeds, checkoutId: string): Promise<PaymentState | null> {
  const open = await services.db
    .selectFrom("payments")
    .select(["id", "checkout_id", "hosted_id", "expires_at"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "open")
    .executeTakeFirst();
  return open ? settlePayment(services, open) : null;
}

/** The job that settles payments that neither a webhook nor the return page has settled. A failure does not stop the others. */
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
        services.log.warn({ paymentId: payment.id, error: error.message }, "could not settle a payment yet"),
      );
    }
  };
}
