import type { Rappen } from "#core/money.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import type { HostedPayment, PaymentProvider, PaymentRef, PaymentRequest } from "#server/sale/payment/provider.ts";
import { oppwaCalls, type OppwaAnswer, type OppwaCall, type OppwaSettings } from "./client.ts";
import { outcomeOfResult, saysNothing } from "./outcome.ts";
import { readNotification } from "./webhook.ts";

export type OppwaOptions = OppwaSettings & {
  /** What the widget offers, in the platform's words. */
  readonly brands: readonly string[];
  /** Opens notifications; null where none are set up. */
  readonly webhookKey: Buffer | null;
  /** Where the widget sends the shopper, and the platform calls itself near the expiry. */
  readonly resultUrl: string;
};

const CHECKOUT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** COPYandPAY: the widget of an Open Payment Platform (OPPWA) on page 6. */
export function oppwa(options: OppwaOptions): PaymentProvider {
  const call = oppwaCalls(options);
  return {
    name: "oppwa",
    pageOrigins: [new URL(options.url).origin],
    inlineStyles: true,
    create: (request) => create(call, request, options),
    async status(payment) {
      const answer = await call("GET", `/v1/checkouts/${payment.hostedId}/payment`);
      if (!saysNothing(answer.result.code)) return outcomeOfResult(answer.result.code);
      const debits = (await paymentsOf(call, payment)).filter(({ paymentType }) => paymentType === "DB");
      const outcomes = debits.map(({ result }) => outcomeOfResult(result.code));
      return outcomes.find((outcome) => outcome === "paid") ?? outcomes[0] ?? "pending";
    },
    // The platform has no such call: a checkout ends by itself, and money that still comes goes back.
    cancel: () => Promise.resolve(),
    async refund(payment, amount) {
      // It knows no idempotence keys: whether an earlier try went through is asked first.
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

/** What was paid and given back under Kasse's id; a list without entries has a result code of its own. */
async function paymentsOf(call: OppwaCall, { reference }: PaymentRef): Promise<NonNullable<OppwaAnswer["payments"]>> {
  const { payments } = await call("GET", "/v1/query", { merchantTransactionId: reference });
  return payments ?? [];
}

/** The checkout of a result URL. Its `resourcePath` is never followed: it must be the one that Kasse asks anyway. */
function hostedIdOf(query: Readonly<Record<string, unknown>>): string | null {
  const { id, resourcePath } = query;
  if (typeof id !== "string" || !CHECKOUT_ID.test(id)) return null;
  return resourcePath === undefined || resourcePath === `/v1/checkouts/${id}/payment` ? id : null;
}

/** As the platform writes money: always two decimals. */
function decimal(amount: Rappen): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
}
