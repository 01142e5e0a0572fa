import type { Clock } from "#server/platform/clock.ts";
import type { Limits } from "#server/api/limits.ts";
import type { ArticleQueue } from "#server/shop/stock/article-queue.ts";
import type { PaymentProvider } from "./provider.ts";
import type { PaymentProviders } from "./providers.ts";
import { PAYMENT_MINUTES } from "#core/payment/payment-states.ts";
import { localePrefix } from "#core/text/locale.ts";
import { FRAMING_COOKIE } from "#server/platform/http/framing.ts";
import { RETURN_PAGE, isAllowed, mayOrder } from "#core/steps/steps.ts";
import { holdNumber } from "#server/shop/phone-numbers/numbers.ts";
import { isTransferUnderway, transferredNumber } from "#server/shop/phone-numbers/transfers.ts";
import { holdPiece, isCounted } from "#server/shop/stock/queries.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import {
  chosenNumber,
  amountDue,
  factsOf,
  fingerprintOf,
  hasTransfer,
  type OpenCheckout,
} from "#server/sale/checkout/checkout.ts";
import { holdReductions, withoutReductions, type ReductionKeepers } from "#server/sale/checkout/reductions.ts";
import { isPriceAgreed, priceChanged, toFurthestStep, unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { setLocale } from "#server/sale/checkout/queries.ts";
import type { AnswerOf, FailuresOf } from "#contract/shop/calls.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { documentHash, isAnothersDocument } from "#server/sale/document/claims.ts";
import type { Config } from "#server/config/config.ts";
import { countOrder, type OrderLimits } from "#server/sale/order/insert-order.ts";
import { recordHostedPage, openPayment, voidPayment, type OpenPayment } from "#server/sale/ledger/ledger.ts";
import { openPaymentOf } from "#server/sale/ledger/queries.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import { payerOf, type Payer } from "./payer.ts";
import { PAYMENT_RESULT_PATH } from "./provider-calls.ts";
import { returnSecret } from "./calls.ts";
import type { Settlement } from "./settle.ts";

type Answer = Result<AnswerOf<"prepareTransaction">, FailuresOf<"prepareTransaction">>;
type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly settlement: Settlement;
  /** The provider of new payments. */
  readonly payments: PaymentProvider;
  readonly providers: PaymentProviders;
  readonly articleQueue: ArticleQueue;
  readonly reductions: ReductionKeepers;
  readonly documentNumberKey: Buffer;
  readonly limits: OrderLimits & Limits<"paymentsPerCheckout" | "paymentsPerAddress">;
  readonly config: Pick<Config, "publicUrl">;
};

/** POST /prepare-transaction-request-js: starts a payment for this checkout, or returns the open one. */
export function prepareTransaction(services: Needs): Handler<"prepareTransaction"> {
  return async (call) => {
    const access = await services.checkouts.openForCustomer(call);
    if (!access.ok) return access;
    const { checkout } = access.value;
    const { id } = checkout;
    const allowed = await countPayment(services, checkout, call.ip);
    if (!allowed.ok) return allowed;
    // The open payment may have been paid in another tab, in which case this creates the order.
    await services.settlement.settleOpen(id);
    const started = await services.articleQueue(checkout.record.mobile, () =>
      services.db.transaction().execute((tx) => beginPayment(tx, services, id, call)),
    );
    if (!started.ok) return started;
    return started.value ? callProvider(services, started.value, call) : ok({ amount: 0 });
  };
}

/** Counts a new payment as an order, because it holds a piece of stock. Returning to an open one does not count. */
async function countPayment(services: Needs, checkout: OpenCheckout, ip: string): Promise<Result<null, "tooMany">> {
  const attempts = { paymentsPerAddress: ip, paymentsPerCheckout: checkout.id };
  const allowed = await services.limits.take(attempts, ip);
  if (!allowed.ok || checkout.order) return allowed;
  const fingerprint = fingerprintOf(checkout);
  const isOpen = checkout.payments.some((payment) => payment.state === "open" && payment.fingerprint === fingerprint);
  // If nothing is due, no payment starts; then the order itself is counted later.
  return isOpen || amountDue(checkout) === 0 ? allowed : countOrder(services.limits, checkout, ip);
}

/** A stored payment and its payer, which is null for an order whose data is sealed by now. */
type Started = { readonly payment: OpenPayment; readonly payer: Payer | null };

/**
 * Writes the payment before the provider is called; null if nothing is due. A released order already has its price and
 * its piece of stock.
 */
async function beginPayment(
  tx: Handle,
  services: Needs,
  checkoutId: string,
  { locale, body, ip }: Pick<Call<"prepareTransaction">, "locale" | "body" | "ip">,
): Promise<Result<Started | null, FailuresOf<"prepareTransaction">>> {
  const checkout = await services.checkouts.lock(tx, checkoutId);
  if (!checkout) return unknownCheckout();
  const facts = factsOf(checkout, services.now());
  const released = facts.awaitingPayment;
  if (checkout.order && !released) return toFurthestStep(facts);
  if (!released && (!facts.dueNow || facts.business)) return mayOrder(facts) ? ok(null) : toFurthestStep(facts);
  const fingerprint = fingerprintOf(checkout);
  const open = await openPaymentOf(tx, checkoutId);
  const { form, quote } = checkout;
  const payer = form ? payerOf(form, { email: emailOf(checkout), ip }) : null;
  // Refuse the payment already now, because the order would be refused after it.
  const taken = await takenByAnother(tx, services, checkout, { released });
  if (taken) {
    if (open) await voidPayment(tx, open.id, checkoutId, services.now());
    return taken;
  }
  // The shopper has agreed to the price of an open payment, even if the catalogue has changed since. But once it has
  // expired, it cannot be paid any more.
  const isLive = open !== undefined && open.expires_at > services.now();
  // A payment without a page cannot be paid. After a change of provider, one at the new provider replaces it, because
  // the operator may have left a provider that is down.
  const isHere = open?.hosted_id !== null || open.provider === services.payments.name;
  if (isLive && isHere && open.fingerprint === fingerprint) return ok({ payment: open, payer });
  if (!released && quote && !isPriceAgreed(checkout, body.shown))
    return priceChanged({ ...checkout, quote }, body.shown, locale);
  if (!isAllowed("6", { ...facts, sellable: true })) return toFurthestStep(facts);
  // Stored now, because if only the provider reports the payment, the order is confirmed in the language stored last,
  // which must be that of this page.
  await setLocale(tx, checkoutId, locale);
  const now = services.now();
  if (open) await voidPayment(tx, open.id, checkoutId, now);
  const expiresAt = new Date(now.getTime() + PAYMENT_MINUTES * 60_000);
  const lost = released ? [] : await holdReductions(tx, services.reductions, checkout, { until: expiresAt, now });
  const fuller = lost.length > 0 && (await withoutReductions(tx, services.checkouts, checkout, lost));
  if (fuller) return priceChanged(fuller, body.shown, locale);
  // The number is held until the payment expires. Otherwise the order could be refused after the payment.
  const msisdn = released ? null : chosenNumber(checkout);
  if (msisdn && !(await holdNumber(tx, msisdn, { checkoutId, now, until: expiresAt })))
    return fail("refusedFields", { fields: { newMsisdn: "refused.number" } });
  const article = released ? undefined : checkout.record.mobile;
  if (
    article &&
    isCounted(checkout.catalogue, article) &&
    !(await holdPiece(tx, article, checkoutId, { now, until: expiresAt }))
  ) {
    return fail("noStock");
  }
  const payment = await openPayment(
    tx,
    {
      checkoutId,
      provider: services.payments.name,
      amount: amountDue(checkout),
      fingerprint,
      shown: checkout.shown,
      expiresAt,
    },
    now,
  );
  return ok({ payment, payer });
}

/** Returns the refusal if another order has the document, or the transfer of the number; null if none has. */
async function takenByAnother(
  tx: Handle,
  { documentNumberKey, now }: Pick<Needs, "documentNumberKey" | "now">,
  checkout: OpenCheckout,
  { released }: { readonly released: boolean },
) {
  const { account, form } = checkout;
  if (!form) return null;
  if (await isAnothersDocument(tx, documentHash(documentNumberKey, form), account?.id ?? null))
    return fail("refusedFields", { fields: { idNo: "refused.document" } });
  // A released order has the transfer itself.
  const msisdn = !released && hasTransfer(checkout) ? transferredNumber(form) : null;
  return msisdn !== null && (await isTransferUnderway(tx, msisdn, now()))
    ? fail("refusedFields", { fields: { mnpMsisdn: "refused.mnpOrdered" } })
    : null;
}

/**
 * Calls the provider. Concurrent calls use the same idempotency key. A provider that ignores such keys creates two
 * payments: the first one stored counts and is returned to both callers; the other is never shown.
 */
async function callProvider(
  services: Needs,
  { payment, payer }: Started,
  { locale, cookies }: Pick<Call<"prepareTransaction">, "locale" | "cookies">,
): Promise<Answer> {
  if (payment.redirect_url) return ok({ redirectUrl: payment.redirect_url });
  const { publicUrl } = services.config;
  const secret = returnSecret(services.documentNumberKey, payment.id);
  // The return page then leads the person back to the frame instead of showing the order.
  const back = cookies.read(FRAMING_COOKIE) === null ? { secret } : { secret, framed: "1" };
  const provider = services.providers.of(payment);
  const hosted = await provider.create({
    idempotencyKey: payment.id,
    reference: payment.id,
    amount: payment.amount,
    locale,
    payer,
    returnUrl: `${publicUrl}${localePrefix(locale)}/checkout/${RETURN_PAGE}?${new URLSearchParams(back)}`,
    resultUrl: `${publicUrl}${PAYMENT_RESULT_PATH}/${provider.name}/${secret}`,
    backUrl: `${publicUrl}${localePrefix(locale)}/checkout/6`,
    expiresAt: payment.expires_at,
  });
  const redirectUrl = hosted.widget ? `${localePrefix(locale)}/checkout/6` : hosted.redirectUrl;
  const page = {
    hostedId: hosted.hostedId,
    redirectUrl,
    widget: hosted.widget,
    returnMac: hosted.returnMac ?? null,
  };
  return ok({ redirectUrl: await recordHostedPage(services.db, payment.id, page, services.now()) });
}
