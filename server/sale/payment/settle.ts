import type { Clock } from "#server/platform/clock.ts";
import type { ArticleQueue } from "#server/shop/stock/article-queue.ts";
import { lockCheckout, recordOf } from "#server/sale/checkout/queries.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Rappen } from "#core/money/money.ts";
import { STATE_OF_OUTCOME, type PaymentState } from "#core/payment/payment-states.ts";
import type { Logger } from "pino";
import {
  movePayment,
  queueExtraRefund,
  requestRefund,
  takeDueChecks,
  takeSlot,
  type DuePayment,
} from "#server/sale/ledger/ledger.ts";
import { openPaymentOf, paymentOf } from "#server/sale/ledger/queries.ts";
import type { Periods } from "#server/config/periods.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run } from "#server/platform/database/statement.ts";
import { releaseHold } from "#server/shop/stock/queries.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Orders } from "#server/sale/order/finalise.ts";
import type { ProviderStatus, Received } from "./provider.ts";
import type { PaymentProviders } from "./providers.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly orders: Orders;
  readonly providers: PaymentProviders;
  readonly articleQueue: ArticleQueue;
  readonly log: Pick<Logger, "error">;
  readonly periods: Pick<Periods, "paymentPause">;
};

type Payment = {
  readonly id: string;
  readonly checkout_id: string;
  readonly provider: string;
  readonly hosted_id: string | null;
  readonly amount: Rappen;
  readonly expires_at: Date;
};

/**
 * A payment that is still pending this long after its expiry counts as expired, in ms. The delay allows for a provider
 * that reports late.
 */
const EXPIRY_GRACE_MS = 60_000;

/** Determines the outcome of payments and turns paid ones into orders. */
export type Settlement = {
  /**
   * Asks the provider for the outcome of a payment and stores it. In the same transaction, a paid payment becomes the
   * order or is marked for a refund. It can be called any number of times, because it asks the provider at most once a
   * second: if another call has just asked, its outcome counts, which may not be stored yet. `untilStored`: returns
   * only once an outcome is stored, or the payment is still pending. Can throw Unavailable.
   */
  settle(payment: Payment, options?: Asking): Promise<PaymentState>;
  /** Settles the open payment of a checkout and returns its state; null if there is none. */
  settleOpen(checkoutId: string): Promise<PaymentState | null>;
};

type Asking = { readonly untilStored?: boolean };

export function createSettlement(services: Needs): Settlement {
  return {
    settle: (payment, options) => settlePayment(services, payment, options),
    async settleOpen(checkoutId) {
      const open = await openPaymentOf(services.db, checkoutId);
      return open ? settlePayment(services, open) : null;
    },
  };
}

async function settlePayment(services: Needs, payment: Payment, asking: Asking = {}): Promise<PaymentState> {
  const stored = await waitForSlot(services, payment.id, asking);
  if (stored) return stored;
  const { outcome, paid } = await askProvider(services, payment);
  const isWrong = paid !== undefined && !isRequestedAmount(paid.received, payment.amount);
  if (isWrong)
    services.log.error(
      { paymentId: payment.id, asked: payment.amount, received: paid.received },
      "the provider received a different amount than requested; it is refunded and no order is created",
    );
  if (paid?.again)
    services.log.error(
      { paymentId: payment.id },
      "a checkout was paid more than once; the surplus payments are refunded",
    );
  const next = STATE_OF_OUTCOME[outcome];
  const article = next === "paid" ? (await recordOf(services.db, payment.checkout_id))?.mobile : null;
  const store = async (tx: Handle): Promise<PaymentState> => {
    await run(tx, lockCheckout(payment.checkout_id));
    const moved = next !== "open" && (await movePayment(tx, payment.id, next, services.now(), paid));
    if (moved && next !== "paid") await releaseHold(tx, payment.checkout_id);
    if (moved && isWrong) await requestRefund(tx, payment.id, services.now());
    if (next === "paid") await services.orders.finalise(tx, payment.checkout_id, "payment");
    const after = await paymentOf(tx, payment.id);
    // This is a second payment of the same checkout, or a payment after the refund.
    if (next === "paid" && (paid?.again || after.state === "refunded")) await queueExtraRefund(tx, payment.id);
    return after.state;
  };
  return services.articleQueue(article, () => services.db.transaction().execute(store));
}

/**
 * Waits for the slot to ask about a payment and returns null. If the payment has become an order, or another call has
 * asked since this one started, returns the stored state instead. With `untilStored`, a state that is still open does
 * not count, because the other call may fail to store what it was told.
 */
async function waitForSlot(
  { db, now, periods }: Needs,
  paymentId: string,
  { untilStored = false }: Asking,
): Promise<PaymentState | null> {
  const since = now();
  for (;;) {
    const { taken, askedAt, state } = await takeSlot(db, paymentId, now(), periods.paymentPause);
    if (taken) return null;
    const isAsked = askedAt !== null && askedAt >= since && !(untilStored && state === "open");
    if (state === "ordered" || isAsked) return state;
    await delay(askedAt === null ? 0 : Math.max(0, askedAt.getTime() + periods.paymentPause - now().getTime()));
  }
}

/**
 * Returns whether the provider received the requested amount. If a provider does not report the amount, it has checked
 * it itself.
 */
function isRequestedAmount(received: Received | null, asked: Rappen): boolean {
  return received === null || (received.amount === asked && received.currency === "CHF");
}

/**
 * Asks the provider for the outcome. A payment that is still pending after its expiry counts as expired, and so does
 * one that the provider does not know. An authorised amount is captured, or released if the payment is no longer open,
 * so that it does not stay blocked at the bank.
 */
async function askProvider(services: Needs, payment: Payment): Promise<ProviderStatus> {
  const isExpired = services.now().getTime() > payment.expires_at.getTime() + EXPIRY_GRACE_MS;
  const ended = { outcome: isExpired ? "expired" : "pending" } as const;
  if (!payment.hosted_id) return ended;
  const ref = { hostedId: payment.hosted_id, reference: payment.id };
  const provider = services.providers.of(payment);
  const status = await provider.status(ref);
  if (status.outcome === "pending") return ended;
  if (status.outcome !== "authorised") return status;
  if (isExpired || (await paymentOf(services.db, payment.id)).state !== "open") {
    await provider.cancel(ref);
    return { outcome: "expired" };
  }
  await provider.capture?.(ref, payment.amount);
  const captured = await provider.status(ref);
  return captured.outcome === "authorised" ? ended : captured;
}

/** How many payments are checked concurrently, and how many are taken from the table at a time. */
const LANES = 8;
const BATCH = 40;
/** How long a run keeps taking further batches, in ms; the next run starts every minute. */
const RUN_MS = 50_000;

/**
 * Creates the job that settles payments that neither a webhook nor the return page has settled. Each payment has its
 * own delays between checks, and neither a failure nor a slow response stops the others.
 */
export function settlePayments(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly orders: Orders;
  readonly settlement: Settlement;
  readonly log: Pick<Logger, "warn">;
}): Task<"settle-payments"> {
  const orderPaid = async (checkoutId: string): Promise<void> => {
    const record = await recordOf(services.db, checkoutId);
    if (record) await services.orders.make({ id: checkoutId, record }, "payment");
  };
  const settleOne = async (payment: DuePayment): Promise<void> => {
    try {
      if (payment.state === "paid") await orderPaid(payment.checkout_id);
      else await services.settlement.settle(payment);
    } catch (error) {
      services.log.warn({ paymentId: payment.id, error: (error as Error).message }, "could not settle a payment yet");
    }
  };
  return async () => {
    const end = services.now().getTime() + RUN_MS;
    while (services.now().getTime() < end) {
      const due = [...(await takeDueChecks(services.db, services.now(), BATCH))];
      if (due.length === 0) return;
      const lane = async (): Promise<void> => {
        for (let next = due.shift(); next; next = due.shift()) await settleOne(next);
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    }
  };
}
