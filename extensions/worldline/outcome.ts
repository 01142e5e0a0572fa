import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { Rappen } from "#core/money/money.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";

const MethodOutput = mayBeAbsent(v.object({ paymentProductId: mayBeAbsent(v.number()) }));

export const Payment = v.object({
  id: v.string(),
  status: v.string(),
  paymentOutput: mayBeAbsent(
    v.object({
      amountOfMoney: mayBeAbsent(v.object({ amount: v.number(), currencyCode: v.string() })),
      paymentMethod: mayBeAbsent(v.string()),
      cardPaymentMethodSpecificOutput: MethodOutput,
      redirectPaymentMethodSpecificOutput: MethodOutput,
      mobilePaymentMethodSpecificOutput: MethodOutput,
    }),
  ),
  statusOutput: mayBeAbsent(
    v.object({
      statusCategory: mayBeAbsent(v.string()),
      isCancellable: mayBeAbsent(v.boolean()),
      isRefundable: mayBeAbsent(v.boolean()),
    }),
  ),
});
export type Payment = v.InferOutput<typeof Payment>;

/** The refunds of a payment ("Payments", get payment refunds). Amounts are in Rappen. */
export const Refunds = v.object({
  refunds: mayBeAbsent(
    v.array(
      v.object({
        status: v.string(),
        refundOutput: mayBeAbsent(v.object({ amountOfMoney: mayBeAbsent(v.object({ amount: v.number() })) })),
        statusOutput: mayBeAbsent(v.object({ statusCategory: mayBeAbsent(v.string()) })),
      }),
    ),
  ),
});
export type Refunds = v.InferOutput<typeof Refunds>;

/** Statuses of a refund that failed, and of one that is done or on its way ("Refunds", statuses). */
const REFUND_FAILED: ReadonlySet<string> = new Set(["CANCELLED", "REJECTED", "REJECTED_CAPTURE", "REJECTED_CREDIT"]);
const REFUND_DONE: ReadonlySet<string> = new Set(["REFUND_REQUESTED", "REFUNDED", "CAPTURED", "ACCOUNT_CREDITED"]);

type Refund = NonNullable<Refunds["refunds"]>[number];

const isFailed = ({ status, statusOutput }: Refund) =>
  REFUND_FAILED.has(status) || statusOutput?.statusCategory === "UNSUCCESSFUL";
const isUnknown = (refund: Refund) =>
  !isFailed(refund) && refund.statusOutput?.statusCategory === undefined && !REFUND_DONE.has(refund.status);

/** Returns whether a refund does not say whether it succeeded, so that nobody knows how much went back. */
export const isRefundUnknown = (found: Refunds | null): boolean => (found?.refunds ?? []).some(isUnknown);

/**
 * Returns how much of a payment has gone back or is on its way, in Rappen; null if a refund does not state its amount.
 * A refund that does not say whether it succeeded does not count.
 * `whole`: the amount of the payment. Without a list of refunds, the payment's own status counts.
 */
export function returnedOf(payment: Payment, found: Refunds | null, whole: Rappen): Rappen | null {
  const category = payment.statusOutput?.statusCategory;
  if (payment.status === "CANCELLED" || category === "REVERSED") return whole;
  const amounts = (found?.refunds ?? [])
    .filter((refund) => !isFailed(refund) && !isUnknown(refund))
    .map(({ refundOutput }) => refundOutput?.amountOfMoney?.amount ?? null);
  if (amounts.includes(null)) return null;
  const sum = amounts.reduce<Rappen>((all, amount) => all + (amount ?? 0), 0);
  const isReturned = category === "REFUNDED" || payment.status === "REFUND_REQUESTED";
  return sum === 0 && isReturned ? whole : sum;
}

export const HostedCheckout = v.object({
  status: v.string(),
  createdPaymentOutput: mayBeAbsent(v.object({ payment: mayBeAbsent(Payment) })),
});

/** Statuses in which the money has been received or is certain, because the acquirer settles a requested capture. */
const PAID: ReadonlySet<string> = new Set(["CAPTURE_REQUESTED", "CAPTURED", "PAID"]);

/**
 * Statuses in which the bank has only reserved the money, each with the call that captures it ("Payments": approve,
 * capture).
 */
export const CAPTURED_BY = { PENDING_APPROVAL: "approve", PENDING_CAPTURE: "capture" } as const;
export type Authorised = keyof typeof CAPTURED_BY;
export const isAuthorised = (status: string): status is Authorised => status in CAPTURED_BY;

/** The outcome for each of Worldline's status categories. An unknown category counts as pending. */
const OF_CATEGORY: Readonly<Record<string, ProviderOutcome>> = {
  CREATED: "pending",
  PENDING_PAYMENT: "pending",
  PENDING_MERCHANT: "pending",
  PENDING_CONNECT_OR_3RD_PARTY: "pending",
  COMPLETED: "paid",
  UNSUCCESSFUL: "declined",
  // The money was returned, so there must be no order.
  REVERSED: "refunded",
  REFUNDED: "refunded",
};

/** Returns the outcome of a payment. That a payment exists does not mean that it is paid. */
export function outcomeOfPayment({ status, statusOutput }: Payment): ProviderOutcome {
  if (PAID.has(status)) return "paid";
  if (isAuthorised(status)) return "authorised";
  if (status === "CANCELLED") return "cancelled";
  return OF_CATEGORY[statusOutput?.statusCategory ?? ""] ?? "pending";
}

/** Names of the payment products that are common in Switzerland (Connect API, "Payment products"). */
const PRODUCTS: Readonly<Record<number, string>> = {
  1: "VISA",
  2: "American Express",
  3: "Mastercard",
  117: "Maestro",
  302: "Apple Pay",
  320: "Google Pay",
  840: "PayPal",
};

/** Returns the payment method: its product, or else the group of products that Worldline calls its method. */
export function methodOf({ paymentOutput }: Payment): string | null {
  const product =
    paymentOutput?.cardPaymentMethodSpecificOutput?.paymentProductId ??
    paymentOutput?.redirectPaymentMethodSpecificOutput?.paymentProductId ??
    paymentOutput?.mobilePaymentMethodSpecificOutput?.paymentProductId;
  return PRODUCTS[product ?? 0] ?? paymentOutput?.paymentMethod ?? null;
}

/** Returns the outcome of a hosted checkout in which there is no payment. */
export function outcomeWithoutPayment(status: string): ProviderOutcome {
  if (status === "CANCELLED_BY_CONSUMER") return "cancelled";
  return status === "CLIENT_NOT_ELIGIBLE_FOR_SELECTED_PAYMENT_PRODUCT" ? "declined" : "pending";
}
