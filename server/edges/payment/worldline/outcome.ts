import * as v from "valibot";
import type { ProviderOutcome } from "#core/payment-states.ts";

export const Payment = v.object({
  id: v.string(),
  status: v.string(),
  statusOutput: v.optional(
    v.nullable(
      v.object({
        statusCategory: v.optional(v.nullable(v.string())),
        isCancellable: v.optional(v.nullable(v.boolean())),
        isRefundable: v.optional(v.nullable(v.boolean())),
      }),
    ),
  ),
});
export type Payment = v.InferOutput<typeof Payment>;

export const HostedCheckout = v.object({
  status: v.string(),
  createdPaymentOutput: v.optional(v.nullable(v.object({ payment: v.optional(v.nullable(Payment)) }))),
});

/** Statuses under which the money is ours or on its way: a capture that was requested is settled by the acquirer. */
const PAID: ReadonlySet<string> = new Set(["CAPTURE_REQUESTED", "CAPTURED", "PAID"]);

/** Worldline's status categories, as its API names them. What is not here, and may be new, is waited for. */
const OF_CATEGORY: Readonly<Record<string, ProviderOutcome>> = {
  CREATED: "pending",
  PENDING_PAYMENT: "pending",
  PENDING_MERCHANT: "pending",
  PENDING_CONNECT_OR_3RD_PARTY: "pending",
  COMPLETED: "paid",
  UNSUCCESSFUL: "declined",
  // Money that came and went again cannot become an order.
  REVERSED: "declined",
  REFUNDED: "declined",
};

/** What became of a payment. That one was created does not mean that it was paid. */
export function outcomeOfPayment({ status, statusOutput }: Payment): ProviderOutcome {
  if (PAID.has(status)) return "paid";
  if (status === "CANCELLED") return "cancelled";
  return OF_CATEGORY[statusOutput?.statusCategory ?? ""] ?? "pending";
}

/** What became of a hosted checkout that no payment came out of. */
export function outcomeWithoutPayment(status: string): ProviderOutcome {
  if (status === "CANCELLED_BY_CONSUMER") return "cancelled";
  return status === "CLIENT_NOT_ELIGIBLE_FOR_SELECTED_PAYMENT_PRODUCT" ? "declined" : "pending";
}
