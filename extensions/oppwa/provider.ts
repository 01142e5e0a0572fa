import { Unavailable } from "#server/platform/unavailable.ts";
import type {
  HostedPayment,
  PaymentForm,
  PaymentProvider,
  PaymentRef,
  PaymentRequest,
} from "#server/sale/payment/provider.ts";
import { oppwaCalls, type OppwaCall, type OppwaSettings } from "./client.ts";
import {
  outcomeOfResult,
  needsReport,
  saysNothing,
  debitsLeft,
  decimal,
  isReturning,
  isUnclear,
  minorUnits,
  paidDebits,
  statusIn,
  statusOf,
  type DebitLeft,
  type TransactionRecord,
} from "./records.ts";
import { readNotification } from "./webhook.ts";
import type { Payer } from "#server/sale/payment/payer.ts";
import { bankText } from "#server/sale/payment/bank-text.ts";

export type OppwaOptions = OppwaSettings & {
  /** The brands that the widget offers, by the platform's names. */
  readonly brands: readonly string[];
  /** Parameters sent with each checkout of a test account, such as `testMode`; empty in production. */
  readonly testParameters: Readonly<Record<string, string>>;
  /** Further origins from which the widget loads scripts. */
  readonly scriptOrigins: readonly string[];
  /** Decrypts notifications; null if no key is configured. */
  readonly webhookKey: Buffer | null;
};

/**
 * Returns what the content security policy must permit for the widget. For 3-D Secure 2, it collects device data in
 * frames of the bank that issued the card, and leads the whole page to that bank (target `_top`); neither URL is known
 * in advance. Its scripts come from the platform and from the hosts in `OPPWA_SCRIPT_ORIGINS`.
 */
function widgetForm({ url, scriptOrigins }: Pick<OppwaOptions, "url" | "scriptOrigins">): PaymentForm {
  const { origin, protocol } = new URL(url);
  // A platform without TLS is a stand-in for tests, whose banks have no TLS either.
  const anywhere = protocol === "https:" ? ["https:"] : ["https:", "http:"];
  return {
    scripts: [origin, ...scriptOrigins],
    frames: anywhere,
    targets: anywhere,
    inlineStyles: true,
    workers: true,
  };
}

const CHECKOUT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns COPYandPAY as a provider: the widget of an Open Payment Platform (OPPWA), shown at step 6. */
export function oppwa(options: OppwaOptions): PaymentProvider {
  const call = oppwaCalls(options);
  return {
    name: "oppwa",
    form: widgetForm(options),
    brands: options.brands,
    create: (request) => create(call, request, options),
    async status(payment) {
      const answer = await call("GET", `/v1/checkouts/${payment.hostedId}/payment`);
      if (!needsReport(answer)) return statusOf(answer);
      return statusIn(saysNothing(answer.result.code) ? null : answer, await recordsOf(call, payment));
    },
    // The platform cannot cancel a checkout. It expires, and a late payment is refunded.
    cancel: () => Promise.resolve(),
    async refund(payment, asked) {
      const records = await recordsOf(call, payment);
      const paid = paidDebits(records);
      if (paid.length === 0) throw new Unavailable("OPPWA refund: the payment is not known");
      const left = debitsLeft(records, asked);
      await giveBack(call, payment, records, left);
      const now = left.reduce((sum, debit) => sum + debit.left, 0);
      const total = paid.reduce((sum, { amount }) => sum + (amount === undefined ? asked : minorUnits(amount)), 0);
      return { total, now };
    },
    async refundExtra(payment, keep, asked) {
      const records = await recordsOf(call, payment);
      const extra = debitsLeft(records, asked).filter(({ debit }) => debit.id !== keep);
      await giveBack(call, payment, records, extra);
    },
    readWebhook: (raw, headers) => readNotification(raw, headers, options.webhookKey),
    readReturn: hostedIdOf,
  };
}

/**
 * Refunds what is left of debits, each in its own currency. There are no idempotency keys, so nothing is refunded while
 * an earlier refund is still being processed.
 */
async function giveBack(
  call: OppwaCall,
  { reference }: PaymentRef,
  records: readonly TransactionRecord[],
  debits: readonly DebitLeft[],
): Promise<void> {
  if (isReturning(records)) throw new Unavailable("OPPWA refund: an earlier refund is still being processed");
  if (isUnclear(records)) throw new Unavailable("OPPWA refund: a refund does not state its amount");
  for (const { debit, left } of debits) {
    const answer = await call("POST", `/v1/payments/${debit.id}`, {
      paymentType: "RF",
      amount: decimal(left),
      currency: debit.currency ?? "CHF",
      merchantTransactionId: reference,
    });
    const outcome = outcomeOfResult(answer.result.code);
    if (outcome !== "paid") throw new Unavailable(`OPPWA refund: result ${answer.result.code}`);
  }
}

async function create(call: OppwaCall, request: PaymentRequest, options: OppwaOptions): Promise<HostedPayment> {
  const { id, integrity, result } = await call("POST", "/v1/checkouts", {
    amount: decimal(request.amount),
    currency: "CHF",
    paymentType: "DB",
    merchantTransactionId: request.reference,
    integrity: "true",
    ...(request.payer && payerFields(request.payer)),
    ...options.testParameters,
  });
  if (!id || !CHECKOUT_ID.test(id) || !integrity || !/^sha(256|384|512)-/.test(integrity))
    throw new Unavailable(`OPPWA create: result ${result.code}, and no checkout with an integrity hash`);
  return {
    hostedId: id,
    redirectUrl: request.resultUrl,
    widget: {
      scriptUrl: `${options.url}/v1/paymentWidgets.js?checkoutId=${encodeURIComponent(id)}`,
      integrity,
      formAction: request.resultUrl,
      brands: [...options.brands],
    },
  };
}

/**
 * Returns all transactions that have Kasse's payment id as their reference ("Transaction reports"). Empty if there are
 * none.
 */
async function recordsOf(call: OppwaCall, { reference }: PaymentRef): Promise<readonly TransactionRecord[]> {
  const { records } = await call("GET", "/v3/query", { merchantTransactionId: reference });
  return records ?? [];
}

/**
 * Returns the checkout id in a result URL. Its `resourcePath` is only compared with the path that Kasse would call, and
 * never followed.
 */
function hostedIdOf(query: Readonly<Record<string, unknown>>): string | null {
  const { id, resourcePath } = query;
  if (typeof id !== "string" || !CHECKOUT_ID.test(id)) return null;
  return resourcePath === undefined || resourcePath === `/v1/checkouts/${id}/payment` ? id : null;
}

/**
 * Maximum lengths, from the platform's reference ("Customer", "Billing address") and, for the address, its guide "3-D
 * Secure parameters".
 */
const MAX = { name: 48, email: 128, street: 50, city: 50, postcode: 16 } as const;

/**
 * Returns the parameters of a checkout that describe the payer. City, country, street, postal code and e-mail address
 * are required for 3-D Secure 2.
 */
function payerFields(payer: Payer): Readonly<Record<string, string>> {
  const fields: Readonly<Record<string, string | undefined>> = {
    "customer.givenName": bankText(payer.givenName, MAX.name),
    "customer.surname": bankText(payer.surname, MAX.name),
    // Left out if it is too long, because a truncated e-mail address would be a different one.
    "customer.email": payer.email.length <= MAX.email ? payer.email : undefined,
    "customer.mobile": `+${payer.mobile}`,
    "customer.ip": payer.ip,
    "billing.street1": bankText(payer.street, MAX.street),
    "billing.city": bankText(payer.city, MAX.city),
    "billing.postcode": bankText(payer.postalCode, MAX.postcode),
    "billing.country": payer.country,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}
