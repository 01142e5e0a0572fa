import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { isStorable } from "#core/text/storable.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import type { Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { findPayment, isHandled, markHandled } from "#server/sale/ledger/queries.ts";
import type { PaymentProviders } from "./providers.ts";
import type { Settlement } from "./settle.ts";
import { timingSafeEqual } from "node:crypto";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";

type Status = AnswerOf<"transactionStatus">["status"];

/**
 * The status on the wire, by state. Only a payment that became the order is valid; one that is being refunded is paid
 * but not valid.
 */
const STATUS_OF: Readonly<Record<PaymentState, Status>> = {
  open: { validPayment: false, transactionStatusCode: "PENDING" },
  paid: { validPayment: false, transactionStatusCode: "PAID" },
  ordered: { validPayment: true, transactionStatusCode: "PAID" },
  refunded: { validPayment: false, transactionStatusCode: "PAID" },
  declined: { validPayment: false, transactionStatusCode: "DECLINED" },
  expired: { validPayment: false, transactionStatusCode: "DECLINED", expired: true },
  cancelled: { validPayment: false, transactionStatusCode: "CANCELLED_BY_CONSUMER" },
};

/**
 * How a report of a provider ended. `settled`: about a payment of the shop. `repeated`: received before. `foreign`:
 * about a payment that the shop does not know, such as one of another system with the same account there. `other`:
 * about something else than a payment, or unreadable. `forged`: without a valid signature.
 */
type WebhookOutcome = "settled" | "repeated" | "foreign" | "other" | "forged";
export type CountWebhook = (provider: string, outcome: WebhookOutcome) => void;

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly settlement: Settlement;
  readonly providers: PaymentProviders;
  readonly documentNumberKey: Buffer;
};

/**
 * GET /transaction-status: settles the payment and returns its status; a paid payment becomes the order. The checkout
 * id proves whose payment it is, and the provider is asked for the outcome, so RETURNMAC is not required. But if
 * RETURNMAC is present and wrong, the URL was forged and the response is 404.
 */
export function transactionStatus(services: Needs): Handler<"transactionStatus"> {
  return async ({ query, checkoutId }) => {
    const named = { hosted_id: query["checkoutId"] ?? "", checkout_id: checkoutId ?? "" };
    const payment = await findPayment(services.db, named);
    if (!payment) return unknownCheckout();
    const returnMac = query["RETURNMAC"];
    if (payment.return_mac !== null && returnMac !== undefined && returnMac !== payment.return_mac)
      return unknownCheckout();
    return ok({ status: STATUS_OF[await services.settlement.settle(payment)] });
  };
}

/** POST /payment-return: like `transactionStatus`, for a browser that has only the secret of the return URL. */
export function paymentReturn(services: Needs): Handler<"paymentReturn"> {
  return async ({ body: { payment: hostedId, secret } }) => {
    const payment = await findPayment(services.db, { hosted_id: hostedId });
    if (!payment || !provesReturn(services.documentNumberKey, payment, secret, services.now()))
      return unknownCheckout();
    const state = await services.settlement.settle(payment);
    return ok({ status: STATUS_OF[state], checkoutId: state === "ordered" ? payment.checkout_id : null });
  };
}

/**
 * POST /payment-webhook/{provider}: verifies the webhook and ignores duplicates. Responds with 2xx only once the
 * outcome is stored. A valid report about a payment of somebody else is accepted too, because providers disable a
 * webhook that keeps refusing.
 */
export function paymentWebhook(services: Needs & { readonly countWebhook: CountWebhook }): Handler<"paymentWebhook"> {
  return async ({ params, raw, headers }) => {
    const provider = services.providers.named(params.provider);
    if (!provider) return fail("notFound");
    const counted = (outcome: WebhookOutcome) => {
      services.countWebhook(params.provider, outcome);
      return outcome === "forged" ? fail("badSignature") : ok({ ok: true as const });
    };
    const read = await provider.readWebhook(raw, headers);
    if (read.kind !== "event") return counted(read.kind);
    const ids = [read.eventId, ...Object.values(read.payment)];
    if (!ids.every(isStorable)) return fail("unreadable", { detail: "body" });
    const { db } = services;
    const event = { provider: params.provider, eventId: read.eventId };
    const named = "hostedId" in read.payment ? { hosted_id: read.payment.hostedId } : { id: read.payment.reference };
    const payment = await findPayment(db, { provider: params.provider, ...named });
    const handled = await isHandled(db, event);
    if (!payment) return counted("foreign");
    if (handled) return counted("repeated");
    await services.settlement.settle(payment, { untilStored: true });
    await markHandled(db, event);
    return counted("settled");
  };
}

/** How long a return URL remains valid after its payment has expired, in ms. */
const LIFE_MS = 24 * 3_600_000;

/**
 * Returns the secret in the return URL of a payment. It gives access to the payment and its order, because bank apps
 * open that URL in the phone's default browser, which may not be the one with the checkout.
 */
export function returnSecret(key: Buffer, paymentId: string): string {
  return pseudonym(deriveKey(key, "payment-return"), paymentId);
}

/** Returns whether a secret belongs to a payment and has not expired. */
function provesReturn(
  key: Buffer,
  payment: { readonly id: string; readonly expires_at: Date },
  secret: string,
  now: Date,
): boolean {
  const expected = Buffer.from(returnSecret(key, payment.id));
  const given = Buffer.from(secret);
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    now.getTime() < payment.expires_at.getTime() + LIFE_MS
  );
}
