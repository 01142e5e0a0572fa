import { createHash } from "node:crypto";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { Locale } from "#core/text/locale.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { PaymentProvider, PaymentRef, PaymentRequest, ProviderStatus } from "#server/sale/payment/provider.ts";
import { worldlineCalls, type WorldlineCall, type WorldlineSettings, referenceOf } from "./client.ts";
import { customerOf } from "./customer.ts";
import {
  CAPTURED_BY,
  HostedCheckout,
  isAuthorised,
  isRefundUnknown,
  methodOf,
  outcomeOfPayment,
  outcomeWithoutPayment,
  Payment,
  Refunds,
  returnedOf,
} from "./outcome.ts";
import { readWebhook, verificationOf } from "./webhook.ts";

export type WorldlineOptions = WorldlineSettings & {
  readonly webhookKeys: readonly { readonly id: string; readonly secret: string }[];
  /** The design of the hosted pages, as set up at Worldline. */
  readonly variant: string | null;
  /** The ids of the payment products on offer; empty for all products of the contract. */
  readonly products: readonly number[];
};

/** Worldline has no Serbian pages, so English ones are shown. */
const LOCALE_OF = {
  de: "de_CH",
  en: "en_GB",
  fr: "fr_CH",
  it: "it_CH",
  sr: "en_GB",
} as const satisfies Record<Locale, string>;

const Created = v.object({
  hostedCheckoutId: v.pipe(v.string(), v.minLength(1)),
  partialRedirectUrl: v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+[/:]/i)),
  RETURNMAC: v.pipe(v.string(), v.minLength(1)),
});
const Found = v.object({ payments: mayBeAbsent(v.array(Payment)) });

/** The brand of each payment product of Worldline Connect, by product id. */
const BRAND_OF_PRODUCT: Readonly<Record<number, string>> = {
  1: "VISA",
  2: "AMEX",
  3: "MASTER",
  836: "SOFORTUEBERWEISUNG",
  840: "PAYPAL",
};

/** Returns Worldline as a provider: hosted checkouts of the Connect API (v1). */
export async function worldline(options: WorldlineOptions): Promise<PaymentProvider> {
  const call = await worldlineCalls(options);
  return {
    name: "worldline",
    form: null,
    brands: options.products.flatMap((product) => BRAND_OF_PRODUCT[product] ?? []),
    create: (request) => create(call, request, options),
    async status(payment) {
      const { checkout, paid } = await findCheckout(call, payment);
      if (paid) return statusOf(paid, await refundsOf(call, paid));
      // Worldline deletes a hosted checkout after about two hours.
      return { outcome: checkout ? outcomeWithoutPayment(checkout.status) : "expired" };
    },
    async capture(payment, amount) {
      const { paid } = await findCheckout(call, payment);
      if (!paid || !isAuthorised(paid.status)) return;
      const how = CAPTURED_BY[paid.status];
      await unlessMissing(
        how,
        call(how, v.unknown(), (client, merchant) => client.payments[how](merchant, paid.id, { amount })),
      );
    },
    async cancel(payment) {
      const { checkout, paid } = await findCheckout(call, payment);
      // What is paid becomes an order or is refunded, so it is never only cancelled.
      if (paid?.statusOutput?.isCancellable && outcomeOfPayment(paid) !== "paid") await cancelPayment(call, paid);
      else if (!paid && checkout?.status === "IN_PROGRESS")
        await call("delete", v.unknown(), (client, merchant) =>
          client.hostedcheckouts.remove(merchant, payment.hostedId),
        );
    },
    async refund(payment, asked, idempotencyKey) {
      const { paid } = await findCheckout(call, payment);
      if (!paid) throw new Unavailable("Worldline refund: the payment is not known");
      const { amount: total, currencyCode } = paid.paymentOutput?.amountOfMoney ?? {
        amount: asked,
        currencyCode: "CHF",
      };
      const refunds = await refundsOf(call, paid);
      if (isRefundUnknown(refunds))
        throw new Unavailable("Worldline refund: an earlier refund does not say whether it succeeded");
      const returned = returnedOf(paid, refunds, total);
      if (returned === null) throw new Unavailable("Worldline refund: a refund does not state its amount");
      const now = Math.max(0, total - returned);
      if (now === 0) return { total: returned, now };
      if (returned === 0 && paid.statusOutput?.isCancellable) {
        await cancelPayment(call, paid);
        return { total, now };
      }
      const body = {
        amountOfMoney: { amount: now, currencyCode },
        refundReferences: { merchantReference: referenceOf(payment.reference) },
      };
      // The same key with another body is refused, so a rest has a key of its own.
      const key = returned === 0 ? idempotencyKey : `${idempotencyKey}:${now}`;
      const context = { idempotence: { key: shortKey(key) } };
      await unlessMissing(
        "refund",
        call("refund", v.unknown(), (client, merchant) => client.payments.refund(merchant, paid.id, body, context)),
      );
      return { total, now };
    },
    readWebhook: (raw, headers) => readWebhook(raw, headers, options.webhookKeys),
    answerVerification: verificationOf,
  };
}

/** Returns the refunds of a payment; null if it has none or cannot have any, because it is not paid. */
async function refundsOf(call: WorldlineCall, payment: Payment): Promise<Refunds | null> {
  const outcome = outcomeOfPayment(payment);
  if (outcome !== "paid" && outcome !== "refunded") return null;
  return call("refunds", Refunds, (client, merchant) => client.payments.refunds(merchant, payment.id));
}

/** Returns the status of a payment; if it is paid, with the amount less what was returned. */
function statusOf(payment: Payment, refunds: Refunds | null): ProviderStatus {
  const outcome = outcomeOfPayment(payment);
  if (outcome !== "paid" && outcome !== "refunded") return { outcome };
  const money = payment.paymentOutput?.amountOfMoney;
  const returned = returnedOf(payment, refunds, money?.amount ?? 0);
  const isReturned = outcome === "refunded" && (returned ?? 0) >= (money?.amount ?? 0);
  if (returned === null || isReturned || (returned > 0 && returned >= (money?.amount ?? 0)))
    return { outcome: "refunded" };
  const received = money ? { amount: money.amount - returned, currency: money.currencyCode } : null;
  return { outcome: "paid", paid: { id: payment.id, method: methodOf(payment), received } };
}

async function create(call: WorldlineCall, request: PaymentRequest, { variant, products }: WorldlineOptions) {
  const body = {
    order: {
      amountOfMoney: { amount: request.amount, currencyCode: "CHF" },
      customer: request.payer ? customerOf(request.payer) : { billingAddress: { countryCode: "CH" } },
      references: { merchantReference: referenceOf(request.reference) },
    },
    hostedCheckoutSpecificInput: {
      returnUrl: request.returnUrl,
      locale: LOCALE_OF[request.locale],
      // Kasse shows the result itself. Without `returnCancelState`, a cancelled payment would not be reported.
      showResultPage: false,
      returnCancelState: true,
      ...(variant && { variant }),
      ...(products.length > 0 && { paymentProductFilters: { restrictTo: { products: [...products] } } }),
    },
    // The money is captured at once. Some acquirers ignore this mode; even then, no payment waits for a manual
    // approval.
    cardPaymentMethodSpecificInput: { authorizationMode: "SALE", requiresApproval: false },
    redirectPaymentMethodSpecificInput: { requiresApproval: false },
  };
  const context = { idempotence: { key: shortKey(request.idempotencyKey) } };
  const created = await unlessMissing(
    "create",
    call("create", Created, (client, merchant) => client.hostedcheckouts.create(merchant, body, context)),
  );
  return {
    hostedId: created.hostedCheckoutId,
    redirectUrl: `https://payment.${created.partialRedirectUrl}`,
    widget: null,
    returnMac: created.RETURNMAC,
  };
}

/** Returns the hosted checkout and its payment. Once the checkout is deleted, the payment is found by its reference. */
async function findCheckout(call: WorldlineCall, { hostedId, reference }: PaymentRef) {
  const checkout = await call("status", HostedCheckout, (client, merchant) =>
    client.hostedcheckouts.get(merchant, hostedId),
  );
  const paid = checkout?.createdPaymentOutput?.payment ?? null;
  if (checkout) return { checkout, paid };
  const merchantReference = referenceOf(reference);
  const found = await call("find", Found, (client, merchant) => client.payments.find(merchant, { merchantReference }));
  // A checkout can have several payments, such as declined ones before a paid one.
  const payments = found?.payments ?? [];
  return {
    checkout,
    paid: payments.find((payment) => outcomeOfPayment(payment) === "paid") ?? payments[0] ?? null,
  };
}

async function cancelPayment(call: WorldlineCall, { id }: Payment): Promise<void> {
  await unlessMissing(
    "cancel",
    call("cancel", v.unknown(), (client, merchant) => client.payments.cancel(merchant, id)),
  );
}

async function unlessMissing<T>(what: string, call: Promise<T | null>): Promise<T> {
  const answer = await call;
  if (answer === null) throw new Unavailable(`Worldline ${what}: status 404`);
  return answer;
}

/** Returns an idempotency key that Worldline accepts: if it has more than 40 characters, its hash. */
function shortKey(key: string): string {
  return key.length <= 40 ? key : createHash("sha256").update(key).digest("hex").slice(0, 40);
}
