import { readShown } from "#server/sale/checkout/stored.ts";
import type { Quote } from "#core/price/pricing.ts";
import type { Locale } from "#core/text/locale.ts";
import { furthestStep, mayOrder, type Step } from "#core/steps/steps.ts";
import type { ArticleQueue } from "#server/shop/stock/article-queue.ts";
import { isCounted, takePiece } from "#server/shop/stock/queries.ts";
import { lockNumber, takeNumber } from "#server/shop/phone-numbers/numbers.ts";
import { endTransfer, startTransfer } from "#server/shop/phone-numbers/transfers.ts";
import {
  chosenNumber,
  factsOf,
  fingerprintOf,
  formContext,
  hasTransfer,
  type OpenCheckout,
} from "#server/sale/checkout/checkout.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { runTogether } from "#server/platform/database/statement.ts";
import type { ShownQuote } from "#server/sale/checkout/tables.ts";
import { documentClaim, documentHash, isClaimed, releaseDocument } from "#server/sale/document/claims.ts";
import { requestRefund } from "#server/sale/ledger/ledger.ts";
import { paymentOf } from "#server/sale/ledger/queries.ts";
import type { Fulfilment } from "./fulfil.ts";
import { insertOrder, newOrderNumber, spendPayment, type MadeOrder } from "./insert-order.ts";
import { loadOrder } from "./order.ts";
import { reviewVersion } from "#server/sale/checkout/review-version.ts";
import {
  holdReductions,
  takeReductions,
  withoutReductions,
  type ReductionKeepers,
} from "#server/sale/checkout/reductions.ts";
import { isPriceAgreed, type SeenTotals } from "#server/sale/checkout/refusals.ts";
import { moveOrder } from "./queries.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly seals: Seals;
  readonly checkouts: Checkouts;
  readonly fulfilment: Fulfilment;
  readonly documentNumberKey: Buffer;
  readonly articleQueue: ArticleQueue;
  readonly reductions: ReductionKeepers;
};

/**
 * What creates an order: the shopper's click, with the totals and the version under review on the page, or a payment,
 * which is only binding for what was paid for.
 */
export type Cause =
  | { readonly press: { readonly seen: SeenTotals; readonly review?: string | undefined; readonly locale: Locale } }
  | "payment";

type Finalised =
  | { readonly kind: "ordered"; readonly order: MadeOrder }
  | { readonly kind: "notAllowed"; readonly page: Step | null }
  | { readonly kind: "priceChanged"; readonly checkout: OpenCheckout & { readonly quote: Quote } }
  | { readonly kind: "reviewChanged" }
  | { readonly kind: "noStock" }
  /** Another customer has ordered with this identity document in the meantime. */
  | { readonly kind: "documentTaken" }
  /** Another order has the transfer of the number under way. */
  | { readonly kind: "transferTaken" }
  /** The chosen number was no longer held, and another customer took it. */
  | { readonly kind: "numberTaken" }
  | { readonly kind: "unknown" };

export type Orders = {
  /**
   * Creates the order of a checkout; no other function does. Runs in the caller's transaction, under the row lock of
   * the checkout. The shopper's click, the return page, the webhook and the job `settle-payments` all call it; the
   * first call creates the order, later calls find it. Stock, order, hand-over event and the jobs for e-mail and
   * hand-over are written together. A payment for a released order places that order. A paid payment that cannot become
   * this order is refunded.
   */
  finalise(tx: Handle, checkoutId: string, cause: Cause): Promise<Finalised>;
  /** Runs `finalise` in a new transaction, once this checkout reaches the head of its article's queue. */
  make(
    checkout: { readonly id: string; readonly record: Pick<CheckoutRecord, "mobile"> },
    cause: Cause,
  ): Promise<Finalised>;
};

export function createOrders(services: Needs): Orders {
  const { db, articleQueue } = services;
  return {
    finalise: (tx, checkoutId, cause) => finalise(tx, services, checkoutId, cause),
    make: ({ id, record }, cause) =>
      articleQueue(record.mobile, () => db.transaction().execute((tx) => finalise(tx, services, id, cause))),
  };
}

async function finalise(tx: Handle, services: Needs, checkoutId: string, cause: Cause): Promise<Finalised> {
  const checkout = await services.checkouts.lock(tx, checkoutId);
  if (!checkout) return { kind: "unknown" };
  const paid = checkout.payments.filter((payment) => payment.state === "paid");
  const isComplete =
    checkout.customerCreated !== null && (checkout.order !== null || !lacksDocument(checkout, services.now()));
  const payment = isComplete && paid.find((each) => each.fingerprint === fingerprintOf(checkout));
  const paymentId = payment ? payment.id : null;
  const { made, spent } = checkout.order
    ? await placeReleased(tx, services, checkout, checkout.order, paymentId)
    : await makeFrom(tx, services, checkout, paymentId, cause);
  for (const each of paid) if (each.id !== spent) await requestRefund(tx, each.id, services.now());
  return made;
}

/** Returns whether the picture of the document is missing, because it was removed before a late payment arrived. */
function lacksDocument(checkout: OpenCheckout, now: Date): boolean {
  const { documents, documentPresent } = formContext(checkout, now);
  return documents.copyNeeded && !documentPresent;
}

/** The outcome, and the payment that the order was created with. */
type Outcome = { readonly made: Finalised; readonly spent: string | null };

/** Returns the existing order. If it was released and awaits payment, the payment places it. */
async function placeReleased(
  tx: Handle,
  services: Needs,
  { id: checkoutId }: OpenCheckout,
  order: MadeOrder,
  paymentId: string | null,
): Promise<Outcome> {
  const stored = paymentId && (await loadOrder(tx, { checkoutId }, { lock: true }));
  if (!stored || stored.status !== "awaitingPayment") return { made: { kind: "ordered", order }, spent: null };
  await moveOrder(tx, stored.id, "placed", { payment_id: paymentId, bill_paid: true });
  const payment = await spendPayment(tx, paymentId, services.now());
  await services.fulfilment.fulfil(tx, { ...stored, payment });
  return { made: { kind: "ordered", order: { ...order, status: "placed", billPaid: true } }, spent: paymentId };
}

async function makeFrom(
  tx: Handle,
  services: Needs,
  checkout: OpenCheckout,
  paymentId: string | null,
  cause: Cause,
): Promise<Outcome> {
  // What was paid for is ordered, even if the catalogue has changed since (decisions 4).
  const toOrder = paymentId
    ? readShown((await paymentOf(tx, paymentId)).shown)
    : currentQuote(services.now(), checkout, cause);
  if ("kind" in toOrder) return { made: toOrder, spent: null };
  const { account, form, customerCreated } = checkout;
  if (!account || !form || !customerCreated) throw new Error("An order needs its customer");
  const lost = await holdReductions(tx, services.reductions, checkout, { until: services.now(), now: services.now() });
  // What was paid stays so.
  const fuller = !paymentId && lost.length > 0 && (await withoutReductions(tx, services.checkouts, checkout, lost));
  if (fuller) return { made: { kind: "priceChanged", checkout: fuller }, spent: null };
  const document = documentHash(services.documentNumberKey, form);
  const [claim, numbers] = await runTogether(tx, documentClaim(document, account.id), newOrderNumber());
  if (!isClaimed(claim, account.id)) return { made: { kind: "documentTaken" }, spent: null };
  const number = numbers[0]?.number ?? "";
  // Every transaction that locks a number and an article locks the number first, to avoid deadlocks.
  const msisdn = chosenNumber(checkout);
  const taking = { checkoutId: checkout.id, order: number, now: services.now() };
  if (msisdn && !(await lockNumber(tx, msisdn, taking))) {
    await releaseDocument(tx, document);
    return { made: { kind: "numberTaken" }, spent: null };
  }
  if (hasTransfer(checkout) && !(await startTransfer(tx, form, number, services.now()))) {
    await releaseDocument(tx, document);
    return { made: { kind: "transferTaken" }, spent: null };
  }
  const article = checkout.record.mobile;
  if (article && isCounted(checkout.catalogue, article) && !(await takePiece(tx, article, taking))) {
    if (hasTransfer(checkout)) await endTransfer(tx, number);
    await releaseDocument(tx, document);
    return { made: { kind: "noStock" }, spent: null };
  }
  if (msisdn) await takeNumber(tx, msisdn, taking);
  await takeReductions(tx, services.reductions, checkout, { order: number, now: services.now() });
  const complete = { ...checkout, account, form, customerCreated };
  const locale = localeOf(checkout, cause);
  const order = await insertOrder(tx, services, complete, { number, shown: toOrder, document, paymentId, locale });
  return { made: { kind: "ordered", order }, spent: paymentId };
}

/**
 * Returns the language for e-mails and documents: that of the page where the shopper ordered or started the payment.
 */
function localeOf(checkout: OpenCheckout, cause: Cause): Locale {
  return cause === "payment" ? checkout.locale : cause.press.locale;
}

/**
 * Returns the quote for an order without a payment. It is the current price, if the shopper orders and has seen the
 * same price. If a late payment was for a different quote, there is no order.
 */
function currentQuote(now: Date, checkout: OpenCheckout, cause: Cause): ShownQuote | Finalised {
  const { checked, quote, catalogueVersion, shown } = checkout;
  // Stock is not checked here, because taking the piece checks it and has its own failure.
  const facts = factsOf({ ...checkout, available: null }, now);
  if (cause === "payment" || !checked || !quote || !mayOrder(facts))
    return { kind: "notAllowed", page: furthestStep(facts) };
  if (!isPriceAgreed(checkout, cause.press.seen)) {
    return { kind: "priceChanged", checkout: { ...checkout, quote } };
  }
  const { review } = cause.press;
  if (review !== undefined && review !== reviewVersion(checkout)) return { kind: "reviewChanged" };
  return { quote: shown.quote, catalogueVersion };
}
