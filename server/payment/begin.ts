import { localePrefix, type Locale } from "#core/locale.ts";
import { isAllowed, mayOrder } from "#core/steps.ts";
import { sameQuote } from "#core/pricing.ts";
import { holdPiece } from "#server/catalogue/stock.ts";
import { checkoutAnswer } from "#server/checkout/answer.ts";
import { openForCustomer } from "#server/checkout/access.ts";
import { amountDue, factsOf, fingerprintOf } from "#server/checkout/checkout.ts";
import { toFurthestPage, unknownCheckout } from "#server/checkout/refusals.ts";
import { loadCheckout } from "#server/checkout/store.ts";
import type { AnswerOf } from "#contract/endpoints.ts";
import type { Handle } from "#server/database/database.ts";
import type { Handler } from "#server/http/call.ts";
import { fail, ok, type Result } from "#server/http/result.ts";
import type { Services } from "#server/services.ts";
import { settleOpenPayment } from "./settle.ts";
import { voidPayment } from "./void.ts";

type Answer = Result<AnswerOf<"prepareTransaction">>;
type Begun = { id: string; redirect_url: string | null; amount: number; expires_at: Date };

/** POST /prepare-transaction-request-js: begins the payment of this checkout, or returns the one that runs. */
export function prepareTransaction(services: Services): Handler<"prepareTransaction"> {
  return async (call) => {
    const access = await openForCustomer(services, call);
    if (!access.ok) return access;
    const { checkout } = access.value;
    if (checkout.order) return fail({ kind: "page", page: "7" });
    if (checkout.payments.some((payment) => payment.state === "open")) {
      if ((await settleOpenPayment(services, checkout.id)) === "ordered") return fail({ kind: "page", page: "7" });
    }
    const begun = await services.db.transaction().execute((tx) => beginPayment(tx, services, checkout.id));
    return begun.ok && begun.value
      ? callProvider(services, begun.value, call.locale)
      : begun.ok
        ? ok({ amount: 0 })
        : begun;
  };
}

/** Writes the payment down before the provider hears of it; null when nothing is due. */
async function beginPayment(tx: Handle, services: Services, checkoutId: string): Promise<Result<Begun | null>> {
  const checkout = await loadCheckout(tx, services.catalogues, checkoutId, { lock: true });
  if (!checkout) return unknownCheckout();
  const facts = factsOf(checkout, services.now());
  if (!facts.dueNow || facts.business) return mayOrder(facts) ? ok(null) : toFurthestPage(facts);
  if (checkout.quote && !sameQuote(checkout.quote, checkout.shown.quote)) {
    const changed = checkoutAnswer(checkout.id, checkout.quote, checkout.catalogue, checkout.locale);
    return fail({ kind: "conflict", body: { code: "PRICE_CHANGED", checkout: changed }, text: "order.priceChanged" });
  }
  if (!isAllowed("6", { ...facts, sellable: true })) return toFurthestPage(facts);

  const fingerprint = fingerprintOf(checkout);
  const open = await tx
    .selectFrom("payments")
    .select(["id", "redirect_url", "amount", "expires_at", "fingerprint"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (open && open.fingerprint === fingerprint) return ok(open);
  if (open) await voidPayment(tx, open.id, checkoutId);
  const expiresAt = new Date(services.now().getTime() + services.config.payment.expiryMinutes * 60_000);
  if (checkout.asked.mobile && !(await holdPiece(tx, checkout.asked.mobile, checkoutId, expiresAt))) {
    return fail({ kind: "conflict", body: { code: "NO_STOCK" }, text: "order.noStock" });
  }
  const payment = await tx
    .insertInto("payments")
    .values({
      checkout_id: checkoutId,
      provider: services.payments.name,
      state: "open",
      amount: amountDue(checkout),
      fingerprint,
      shown: JSON.stringify(checkout.shown),
      expires_at: expiresAt,
    })
    .returning(["id", "redirect_url", "amount", "expires_at"])
    .executeTakeFirstOrThrow();
  return ok(payment);
}

/**
 * Two clicks that race call with the same key. A provider that knows no keys makes two payments then: the first that is
 * written down counts, and both get it; nobody ever hears of the other.
 */
async function callProvider(services: Services, payment: Begun, locale: Locale): Promise<Answer> {
  if (payment.redirect_url) return ok({ redirectUrl: payment.redirect_url });
  const hosted = await services.payments.create({
    idempotencyKey: payment.id,
    reference: payment.id,
    amount: payment.amount,
    locale,
    returnUrl: `${services.config.publicUrl}${localePrefix(locale)}/checkout/7p`,
    expiresAt: payment.expires_at,
  });
  const redirectUrl = hosted.widget ? `${localePrefix(locale)}/checkout/6` : hosted.redirectUrl;
  await services.db
    .updateTable("payments")
    .set({
      hosted_id: hosted.hostedId,
      redirect_url: redirectUrl,
      widget: hosted.widget && JSON.stringify(hosted.widget),
      return_mac: hosted.returnMac ?? null,
      updated_at: new Date(),
    })
    .where("id", "=", payment.id)
    .where("hosted_id", "is", null)
    .execute();
  const { redirect_url } = await services.db
    .selectFrom("payments")
    .select("redirect_url")
    .where("id", "=", payment.id)
    .executeTakeFirstOrThrow();
  return ok({ redirectUrl: redirect_url ?? redirectUrl });
}
