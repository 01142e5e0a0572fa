import * as v from "valibot";
import type { Locale } from "#core/text/locale.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type {
  HostedPayment,
  PaymentProvider,
  PaymentRef,
  PaymentRequest,
  WebhookHeaders,
  WebhookRead,
} from "#server/sale/payment/provider.ts";
import { datatransCalls, type DatatransCall, type DatatransSettings } from "./client.ts";
import type { DatatransMethod } from "./settings.ts";
import { BRAND_OF_METHOD, payerFields } from "./payer.ts";
import { creditedIn, isCreditUnknown, statusOf, Transaction } from "./outcome.ts";
import { createHash, createHmac } from "node:crypto";
import { readJson } from "#server/platform/http/json-client.ts";
import { isSameSecret } from "#server/platform/http/secrets.ts";

export type DatatransOptions = DatatransSettings & {
  /** The methods that the payment page offers, by Datatrans' short names. */
  readonly methods: readonly DatatransMethod[];
  /** Verifies webhooks; null if no key is configured. */
  readonly signKey: Buffer | null;
};

/** The payment page is not available in Serbian, so it is shown in English. */
const LANGUAGE = { de: "de", en: "en", fr: "fr", it: "it", sr: "en" } as const satisfies Record<Locale, string>;

const TRANSACTIONS = "/v1/transactions";
const TRANSACTION_ID = /^[A-Za-z0-9-]{1,64}$/;
/** The answer to a credit. It usually has no `success`, because its status says so. */
const Credited = v.looseObject({});
const Created = v.object({ transactionId: v.pipe(v.string(), v.regex(TRANSACTION_ID)) });

/**
 * Returns Datatrans as a provider, with its own payment page. It includes TWINT: by QR code on a computer, by switching
 * to the app on a phone.
 */
export function datatrans(options: DatatransOptions): PaymentProvider {
  const call = datatransCalls(options);
  const find = ({ hostedId }: PaymentRef) => call("status", `${TRANSACTIONS}/${hostedId}`, Transaction);
  return {
    name: "datatrans",
    form: null,
    brands: options.methods.map((method) => BRAND_OF_METHOD[method]),
    create: (request) => create(call, request, options),
    async status(payment) {
      const found = await find(payment);
      return found ? statusOf(found) : { outcome: "pending" };
    },
    capture: (payment, amount) => act(call, "settle", payment, { amount, currency: "CHF" }),
    // A transaction that is not authorised yet cannot be ended by a call. It times out, and a late payment is refunded.
    async cancel(payment) {
      const found = await find(payment);
      if (found?.status === "authorized") await act(call, "cancel", payment);
    },
    async refund(payment, asked, idempotencyKey) {
      const found = await find(payment);
      if (!found) throw new Unavailable("Datatrans refund: the payment is not known");
      if (found.status === "canceled") return { total: asked, now: 0 };
      if (found.status === "authorized") {
        await act(call, "cancel", payment);
        return { total: asked, now: asked };
      }
      // Idempotency keys are only stored for an hour, so first check whether an earlier attempt has succeeded.
      const credited = creditedIn(found);
      if (isCreditUnknown(found)) throw new Unavailable("Datatrans refund: a credit does not say whether it succeeded");
      if (credited === null) throw new Unavailable("Datatrans refund: a credit does not state its amount");
      const total = Math.max(found.detail?.settle?.amount ?? asked, credited);
      const now = total - credited;
      if (now === 0) return { total, now };
      const answer = await call("credit", `${TRANSACTIONS}/${payment.hostedId}/credit`, Credited, {
        body: {
          amount: now,
          currency: found.currency ?? "CHF",
          refno: referenceOf(payment.reference),
        },
        key: idempotencyKey,
      });
      // The next attempt asks for the status, which says whether the money went back.
      if (answer && "success" in answer && answer["success"] !== true)
        throw new Unavailable("Datatrans refund: the answer to a credit does not say that it succeeded");
      return { total, now };
    },
    readWebhook: (raw, headers) => readWebhook(raw, headers, options.signKey),
    readReturn({ datatransTrxId: id }) {
      return typeof id === "string" && TRANSACTION_ID.test(id) ? id : null;
    },
  };
}

async function create(call: DatatransCall, request: PaymentRequest, options: DatatransOptions): Promise<HostedPayment> {
  const { resultUrl } = request;
  const created = await call("init", TRANSACTIONS, Created, {
    body: {
      currency: "CHF",
      refno: referenceOf(request.reference),
      amount: request.amount,
      autoSettle: true,
      language: LANGUAGE[request.locale],
      paymentMethods: options.methods,
      // Returning to this URL does not prove a payment; the status is requested then.
      redirect: { successUrl: resultUrl, cancelUrl: resultUrl, errorUrl: resultUrl, method: "GET" },
      ...(request.payer && payerFields(request.payer)),
    },
    key: request.idempotencyKey,
  });
  if (!created) throw new Unavailable("Datatrans init: an empty answer");
  const { transactionId: hostedId } = created;
  return { hostedId, redirectUrl: `${payOrigin(options.url)}/v1/start/${hostedId}`, widget: null };
}

/** Settles an authorised transaction, or releases its money. */
async function act(call: DatatransCall, what: "settle" | "cancel", { hostedId, reference }: PaymentRef, more = {}) {
  const refno = referenceOf(reference);
  await call(what, `${TRANSACTIONS}/${hostedId}/${what}`, v.unknown(), {
    body: { refno, ...more },
    key: `${what}:${reference}`,
  });
}

/** Returns the origin of the payment page, which is the API's with `pay` instead of `api` ("API endpoints"). */
const payOrigin = (url: string) => url.replace("//api.", "//pay.");

/**
 * Returns the reference of a payment at Datatrans: the first 18 hexadecimal digits of Kasse's payment id, because the
 * shortest limit of any method is 18 characters (`refno`, AN18). Only people use the reference; Kasse finds payments by
 * Datatrans' id.
 */
function referenceOf(paymentId: string): string {
  return paymentId.replaceAll("-", "").slice(0, 18);
}

/** Parts of `t=1559303131511,s0=33819a…` (API reference, "Webhook signing"), of which there can be more. */
const TIME = /^t=(\d{1,16})$/;
const SIGNATURE = /^s\d=([0-9a-f]{64})$/i;
/** Returns the first group of the parts that match. */
const partsOf = (header: unknown, pattern: RegExp) =>
  String(header)
    .split(",", 10)
    .flatMap((part) => pattern.exec(part.trim())?.[1] ?? []);

/**
 * Verifies a webhook: HMAC-SHA256 over the time and the raw body, with the bytes of the hexadecimal key. Without a key,
 * every webhook is `forged`. Webhooks have no id, so the hash of their content is used. Their time is not compared with
 * the clock, because it is not documented for how long webhooks are repeated, and a replayed one would only make Kasse
 * request the status.
 */
function readWebhook(raw: Buffer, headers: WebhookHeaders, key: Buffer | null): WebhookRead {
  const header = headers["datatrans-signature"];
  const [time] = partsOf(header, TIME);
  if (!key || !time) return { kind: "forged" };
  const expected = createHmac("sha256", key).update(time).update(raw).digest("hex");
  const isSigned = partsOf(header, SIGNATURE).some((each) => isSameSecret(expected, each.toLowerCase()));
  if (!isSigned) return { kind: "forged" };
  const read = readJson(v.pick(Transaction, ["transactionId"]), raw.toString("utf8"));
  if (!read) return { kind: "other" };
  const eventId = createHash("sha256").update(raw).digest("hex");
  return { kind: "event", eventId, payment: { hostedId: read.transactionId } };
}
