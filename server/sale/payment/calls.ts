import type { PaymentState } from "#core/payment-states.ts";
import { isStorable } from "#contract/schemas/common.ts";
import type { AnswerOf } from "#contract/endpoints.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok } from "#server/platform/http/result.ts";
import { providerNamed } from "./providers.ts";
import { provesReturn } from "./return-secret.ts";
import { settlePayment, type SettleNeeds } from "./settle.ts";

type Status = AnswerOf<"transactionStatus">["status"];

/** The status on the wire. Only a payment that became the order is valid; one that is being refunded is paid but not valid. */
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
 * GET /transaction-status: settles the payment and returns its status; a paid payment becomes the order. The checkout id
 * proves whose payment it is, and the provider is asked for its outcome, so RETURNMAC is not required. If it is present
 * but wrong, the address was forged and the answer is 404.
 */
export function transactionStatus(services: SettleNeeds): Handler<"transactionStatus"> {
  return async ({ query, checkoutId }) => {
    const payment = await services.db
      .selectFrom("payments")
      .select(["id", "checkout_id", "provider", "hosted_id", "amount", "expires_at", "return_mac"])
      .where("hosted_id", "=", query["checkoutId"] ?? "")
      .where("checkout_id", "=", checkoutId ?? "")
      .executeTakeFirst();
    if (!payment) return unknownCheckout();
    const returnMac = query["RETURNMAC"];
    if (payment.return_mac !== null && returnMac !== undefined && returnMac !== payment.return_mac)
      return unknownCheckout();
    return ok({ status: STATUS_OF[await settlePayment(services, payment)] });
  };
}

/** POST /payment-return: as `transactionStatus`, for a browser that has the secret of the return address alone. */
export function paymentReturn(services: SettleNeeds): Handler<"paymentReturn"> {
  return async ({ body: { payment: hostedId, secret } }) => {
    const payment = await services.db
      .selectFrom("payments")
      .select(["id", "checkout_id", "provider", "hosted_id", "amount", "expires_at"])
      .where("hosted_id", "=", hostedId)
      .executeTakeFirst();
    if (!payment || !provesReturn(services.documentNumberKey, payment, secret, services.now()))
      return unknownCheckout();
    const state = await settlePayment(services, payment);
    return ok({ status: STATUS_OF[state], checkoutId: state === "ordered" ? payment.checkout_id : null });
  };
}

/** POST /payment-webhook/{provider}: verified and de-duplicated. Answers 2xx only after the outcome is stored. */
export function paymentWebhook(services: SettleNeeds): Handler<"paymentWebhook"> {
  return async ({ params, raw, headers }) => {
    const provider = providerNamed(services, params.provider);
    if (!provider) return fail("notFound");
    const read = await provider.readWebhook(raw, headers);
    if (read.kind === "forged") return fail("badSignature");
    if (read.kind === "other") return ok({ ok: true });
    const ids = [read.eventId, ...Object.values(read.payment)];
    if (!ids.every(isStorable)) return fail("unreadable", { detail: "body" });
    const payment = await services.db
      .selectFrom("payments")
      .select(["id", "checkout_id", "provider", "hosted_id", "amount", "expires_at"])
      .where("provider", "=", params.provider)
      .where(
        "hostedId" in read.payment ? "hosted_id" : "id",
        "=",
        "hostedId" in read.payment ? read.payment.hostedId : read.payment.reference,
      )
      .executeTakeFirst();
    const seen = await services.db
      .selectFrom("webhook_events")
      .select("event_id")
      .where("provider", "=", params.provider)
      .where("event_id", "=", read.eventId)
      .executeTakeFirst();
    if (!payment) return fail("notFound");
    if (seen) return ok({ ok: true });
    await settlePayment(services, payment);
    await services.db
      .insertInto("webhook_events")
      .values({ provider: params.provider, event_id: read.eventId })
      .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
      .execute();
    return ok({ ok: true });
  };
}
