import type { Rappen } from "#core/money.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import type {
  HostedPayment,
  PaymentForm,
  PaymentProvider,
  PaymentRef,
  PaymentRequest,
  ProviderStatus,
} from "#server/sale/payment/provider.ts";
import { oppwaCalls, type OppwaAnswer, type OppwaCall, type OppwaSettings } from "./client.ts";
import { CHARGED_BACK, outcomeOfResult, saysNothing } from "./outcome.ts";
import { payerFields } from "./payer.ts";
import { readNotification } from "./webhook.ts";

export type OppwaOptions = OppwaSettings & {
  /** The brands that the widget offers, by the platform's names. */
  readonly brands: readonly string[];
  /** The platform's simulators answer instead of banks; null in production. */
  readonly testMode: "EXTERNAL" | "INTERNAL" | null;
  /** Sent as `customParameters[name]`, such as the switches of a test account. */
  readonly customParameters: Readonly<Record<string, string>>;
  /** Other origins that the widget loads scripts from. */
  readonly scriptOrigins: readonly string[];
  /** Decrypts notifications; null if none are configured. */
  readonly webhookKey: Buffer | null;
  /** The address that the widget sends the shopper to. The platform also calls it near the expiry. */
  readonly resultUrl: string;
};

/**
 * What the widget needs in the page. It collects device data for 3-D Secure 2 in frames of the card's issuer, and with the target `_top` leads the
 * whole page to the bank; neither has a known address. Its scripts come from the platform and from the hosts of `OPPWA_SCRIPT_ORIGINS`.
 */
function widgetForm({ url, scriptOrigins }: Pick<OppwaOptions, "url" | "scriptOrigins">): PaymentForm {
  const { origin, protocol } = new URL(url);
  // A platform without TLS is a stand-in, whose banks have none either.
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

/** COPYandPAY: the widget of an Open Payment Platform (OPPWA), shown on step 6. */
export function oppwa(options: OppwaOptions): PaymentProvider {
  const call = oppwaCalls(options);
  return {
    name: "oppwa",
    form: widgetForm(options),
    brands: options.brands,
    create: (request) => create(call, request, options),
    async status(payment) {
      const answer = await call("GET", `/v1/checkouts/${payment.hostedId}/payment`);
      const asked = saysNothing(answer.result.code) ? null : statusOf(answer);
      if (asked && asked.outcome !== "paid") return asked;
      // The answer of a checkout does not say that the money went back at the platform's console since.
      const records = await recordsOf(call, payment);
      if (records.some(wentBack)) return { outcome: "refunded" };
      const debits = records.filter(({ paymentType }) => paymentType === "DB").map(statusOf);
      return asked ?? debits.find(({ outcome }) => outcome === "paid") ?? debits[0] ?? { outcome: "pending" };
    },
    // The platform has no such call. A checkout expires, and a late payment is refunded.
    cancel: () => Promise.resolve(),
    async refund(payment, amount) {
      // There are no idempotency keys, so first check whether an earlier try succeeded.
      const known = await recordsOf(call, payment);
      const paid = known.find((each) => each.paymentType === "DB" && outcomeOfResult(each.result.code) === "paid");
      if (!paid) throw new Unavailable("OPPWA refund: the payment is not known");
      if (known.some(wentBack)) return;
      const answer = await call("POST", `/v1/payments/${paid.id}`, {
        paymentType: "RF",
        amount: decimal(amount),
        currency: "CHF",
        merchantTransactionId: payment.reference,
      });
      const outcome = outcomeOfResult(answer.result.code);
      if (outcome !== "paid") throw new Unavailable(`OPPWA refund: result ${answer.result.code}`);
    },
    readWebhook: (raw, headers) => readNotification(raw, headers, options.webhookKey),
    readReturn: hostedIdOf,
  };
}

type Debit = Pick<OppwaAnswer, "id" | "paymentBrand" | "amount" | "currency" | "result">;

/** The status of a debit, with the platform's id, brand and amount if it is paid (reference, "Response parameters"). */
function statusOf({ id, paymentBrand, amount, currency, result }: Debit): ProviderStatus {
  const outcome = outcomeOfResult(result.code);
  if (outcome !== "paid" || !id) return { outcome };
  const received = amount && currency ? { amount: Number(amount.replace(".", "")), currency } : null;
  return { outcome, paid: { id, method: paymentBrand ?? null, received } };
}

async function create(call: OppwaCall, request: PaymentRequest, options: OppwaOptions): Promise<HostedPayment> {
  const { id, integrity, result } = await call("POST", "/v1/checkouts", {
    amount: decimal(request.amount),
    currency: "CHF",
    paymentType: "DB",
    merchantTransactionId: request.reference,
    integrity: "true",
    ...(request.payer && payerFields(request.payer)),
    ...(options.testMode && { testMode: options.testMode }),
    ...Object.fromEntries(
      Object.entries(options.customParameters).map(([name, value]) => [`customParameters[${name}]`, value]),
    ),
  });
  if (!id || !CHECKOUT_ID.test(id) || !integrity || !/^sha(256|384|512)-/.test(integrity))
    throw new Unavailable(`OPPWA create: result ${result.code}, and no checkout with an integrity hash`);
  return {
    hostedId: id,
    redirectUrl: options.resultUrl,
    widget: {
      scriptUrl: `${options.url}/v1/paymentWidgets.js?checkoutId=${encodeURIComponent(id)}`,
      integrity,
      formAction: options.resultUrl,
      brands: [...options.brands],
    },
  };
}

type TransactionRecord = NonNullable<OppwaAnswer["records"]>[number];

/** Every transaction with Kasse's payment id as reference ("Transaction reports"). Empty if the platform has none. */
async function recordsOf(call: OppwaCall, { reference }: PaymentRef): Promise<readonly TransactionRecord[]> {
  const { records } = await call("GET", "/v3/query", { merchantTransactionId: reference });
  return records ?? [];
}

/** Whether a transaction has taken the money back: a refund (RF), a reversal (RV) or a chargeback (CB). */
function wentBack({ paymentType, result: { code } }: TransactionRecord): boolean {
  if (paymentType === "CB") return true;
  const moved = outcomeOfResult(code) === "paid" || CHARGED_BACK.test(code);
  return moved && (paymentType === "RF" || paymentType === "RV");
}

/** The checkout id in a result URL. Its `resourcePath` is only compared with the path that Kasse calls, never followed. */
function hostedIdOf(query: Readonly<Record<string, unknown>>): string | null {
  const { id, resourcePath } = query;
  if (typeof id !== "string" || !CHECKOUT_ID.test(id)) return null;
  return resourcePath === undefined || resourcePath === `/v1/checkouts/${id}/payment` ? id : null;
}

/** An amount in CHF with two decimals, as the platform expects it. */
function decimal(amount: Rappen): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
}
