import { Unavailable, v, type Locale, type PaymentProvider, type PaymentRef } from "kasse/extension";
import { stripeCalls, type Account, type StripeCall } from "./client.ts";
import { EXPANDED, leftOf, Session, statusOf } from "./outcome.ts";
import { METHODS, type Method } from "./settings.ts";
import { readEvent } from "./webhook.ts";

type Settings = Account & { readonly methods: readonly Method[]; readonly webhookSecret: string };

const SESSIONS = "/v1/checkout/sessions";
/** The page is not available in Serbian, so it is shown in English. */
const LANGUAGE = { de: "de", en: "en", fr: "fr", it: "it", sr: "en" } as const satisfies Record<Locale, string>;
/**
 * How long a session stays open after Kasse's payment has expired, in ms. It must be open for half an hour at least,
 * and a repeated call with the same key must have the same fields. Kasse expires it before (`cancel`).
 */
const LONGER_MS = 60 * 60_000;

const Created = v.object({ id: v.string(), url: v.pipe(v.string(), v.url()) });
const Refund = v.object({ id: v.string(), status: v.string(), amount: v.number() });

/** Returns Stripe as a provider, with its own payment page. */
export function stripe(settings: Settings): PaymentProvider {
  const call = stripeCalls(settings);
  const find = ({ hostedId }: PaymentRef) => call(`${SESSIONS}/${encodeURIComponent(hostedId)}?${EXPANDED}`, Session);
  return {
    name: "stripe",
    form: null,
    brands: settings.methods.flatMap((method) => METHODS[method]),
    async create({ reference, amount, locale, payer, returnUrl, backUrl, expiresAt, idempotencyKey }) {
      const session = await call(SESSIONS, Created, {
        // With the language, which can differ in a repeated call.
        key: `${idempotencyKey}:${locale}`,
        fields: {
          mode: "payment",
          client_reference_id: reference,
          // Stripe writes its id into the address; the braces must not be encoded.
          success_url: `${returnUrl}&hostedCheckoutId={CHECKOUT_SESSION_ID}`,
          cancel_url: backUrl,
          locale: LANGUAGE[locale],
          expires_at: Math.ceil((expiresAt.getTime() + LONGER_MS) / 1000),
          "line_items[0][quantity]": 1,
          "line_items[0][price_data][currency]": "chf",
          "line_items[0][price_data][unit_amount]": amount,
          "line_items[0][price_data][product_data][name]": reference,
          ...(payer && { customer_email: payer.email }),
          ...Object.fromEntries(settings.methods.map((method, at) => [`payment_method_types[${at}]`, method])),
        },
      });
      if (!session) throw new Unavailable("Stripe: a new session is not known");
      return { hostedId: session.id, redirectUrl: session.url, widget: null };
    },
    async status(payment) {
      const session = await find(payment);
      return session ? statusOf(session) : { outcome: "pending" };
    },
    async cancel(payment) {
      // Only an open session can be expired; asking first tells that from a failure.
      const session = await find(payment);
      if (session?.status === "open") await call(`${SESSIONS}/${payment.hostedId}/expire`, Session, { fields: {} });
    },
    refund: (payment, asked, key) => refund(call, find, payment, asked, key),
    readWebhook: (raw, headers) => readEvent(raw, headers, settings.webhookSecret, new Date()),
  };
}

/**
 * Returns what was paid and not returned yet. A refund that is `pending` counts: Stripe reports it in the charge's
 * `amount_refunded` at once, and takes it back if the bank refuses it, after which the next attempt returns it again.
 */
async function refund(
  call: StripeCall,
  find: (payment: PaymentRef) => Promise<Session | null>,
  payment: PaymentRef,
  asked: number,
  idempotencyKey: string,
) {
  const session = await find(payment);
  if (!session) throw new Unavailable("Stripe refund: the session is not known");
  const total = session.payment_intent?.latest_charge?.amount ?? asked;
  const now = leftOf(session);
  if (now === 0) return { total, now };
  const made = await call("/v1/refunds", Refund, {
    // With the amount: an attempt after somebody returned a part at Stripe asks for another one.
    key: `${idempotencyKey}:${now}`,
    fields: { payment_intent: session.payment_intent?.id ?? "", amount: now },
  });
  if (!made || made.status === "failed" || made.status === "canceled")
    throw new Unavailable("Stripe refund: the bank did not accept it");
  return { total, now };
}
