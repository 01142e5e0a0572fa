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

/** Statuses in which the money is received or certain: the acquirer settles a requested capture. */
const PAID: ReadonlySet<string> = new Set(["CAPTURE_REQUESTED", "CAPTURED", "PAID"]);

/** The outcome for each of Worldline's status categories. An unknown category counts as pending. */
const OF_CATEGORY: Readonly<Record<string, ProviderOutcome>> = {
  CREATED: "pending",
  PENDING_PAYMENT: "pending",
  PENDING_MERCHANT: "pending",
  PENDING_CONNECT_OR_3RD_PARTY: "pending",
  COMPLETED: "paid",
  UNSUCCESSFUL: "declined",
  // The money was returned, so there can be no order.
  REVERSED: "declined",
  REFUNDED: "declined",
};

/** The outcome of a payment. A created payment is not necessarily paid. */
export function outcomeOfPayment({ status, statusOutput }: Payment): ProviderOutcome {
  if (PAID.has(status)) return "paid";
  if (status === "CANCELLED") return "cancelled";
  return OF_CATEGORY[statusOutput?.statusCategory ?? ""] ?? "pending";
}

/** The outcome of a hosted checkout that has no payment. */
export function outcomeWithoutPayment(status: string): ProviderOutcome {
  if (status === "CANCELLED_BY_CONSUMER") return "cancelled";
  return status === "CLIENT_NOT_ELIGIBLE_FOR_SELECTED_PAYMENT_PRODUCT" ? "declined" : "pending";
}
