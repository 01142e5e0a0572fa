import type { Rappen } from "#core/money.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import type {
  HostedPayment,
  PaymentProvider,
  PaymentRef,
  PaymentRequest,
  ProviderStatus,
} from "#server/sale/payment/provider.ts";
import { oppwaCalls, type OppwaAnswer, type OppwaCall, type OppwaSettings } from "./client.ts";
import { outcomeOfResult, saysNothing } from "./outcome.ts";
import { readNotification } from "./webhook.ts";

export type OppwaOptions = OppwaSettings & {
  /** The brands that the widget offers, by the platform's names. */
  readonly brands: readonly string[];
  /** Decrypts notifications; null if none are configured. */
  readonly webhookKey: Buffer | null;
  /** The address that the widget sends the shopper to. The platform also calls it near the expiry. */
  readonly resultUrl: string;
};

const CHECKOUT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** COPYandPAY: the widget of an Open Payment Platform (OPPWA), shown on step 6. */
export function oppwa(options: OppwaOptions): PaymentProvider {
  const call = oppwaCalls(options);
  return {
    name: "oppwa",
    pageOrigins: [new URL(options.url).origin],
    inlineStyles: true,
    create: (request) => create(call, request, options),
    async status(payment) {
      const answer = await call("GET", `/v1/checkouts/${payment.hostedId}/payment`);
      if (!saysNothing(answer.result.code)) return statusOf(answer);
      const debits = (await paymentsOf(call, payment)).filter(({ paymentType }) => paymentType === "DB");
      const known = debits.map(statusOf);
      return known.find(({ outcome }) => outcome === "paid") ?? known[0] ?? { outcome: "pending" };
    },
    // The platform has no such call. A checkout expires, and a late payment is refunded.
    cancel: () => Promise.resolve(),
    async refund(payment, amount) {
      // There are no idempotency keys, so first check whether an earlier try succeeded.
      const known = await paymentsOf(call, payment);
      const paid = known.find((each) => each.paymentType === "DB" && outcomeOfResult(each.result.code) === "paid");
      if (!paid) throw new Unavailable("OPPWA refund: the payment is not known");
      if (known.some((each) => each.paymentType === "RF" && outcomeOfResult(each.result.code) === "paid")) return;
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

/** The status of a debit, with the platform's id and brand if it is paid (reference, "Response parameters"). */
function statusOf({ id, paymentBrand, result }: Pick<OppwaAnswer, "id" | "paymentBrand" | "result">): ProviderStatus {
  const outcome = outcomeOfResult(result.code);
  return outcome === "paid" && id ? { outcome, paid: { id, method: paymentBrand ?? null } } : { outcome };
}

async function create(call: OppwaCall, request: PaymentRequest, options: OppwaOptions): Promise<HostedPayment> {
  const { id, integrity, result } = await call("POST", "/v1/checkouts", {
    amount: decimal(request.amount),
    currency: "CHF",
    paymentType: "DB",
    merchantTransactionId: request.reference,
    integrity: "true",
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

/** Payments and refunds with Kasse's payment id as reference. Empty if the platform has none. */
async function paymentsOf(call: OppwaCall, { reference }: PaymentRef): Promise<NonNullable<OppwaAnswer["payments"]>> {
  const { payments } = await call("GET", "/v1/query", { merchantTransactionId: reference });
  return payments ?? [];
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
