import type { PaymentState } from "./payment-states.ts";

/** What can happen to a payment, as named in its history. `refundBegun`: the money is on its way back. */
export const PAYMENT_MOMENTS = [
  "begun",
  "paid",
  "refundBegun",
  "refunded",
  "declined",
  "cancelled",
  "expired",
] as const;
export type PaymentMoment = (typeof PAYMENT_MOMENTS)[number];

/** The recorded times of a payment. */
export type PaymentTimes = {
  readonly state: PaymentState;
  readonly createdAt: Date;
  /** When Kasse learned that it was paid. */
  readonly paidAt: Date | null;
  readonly refundRequestedAt: Date | null;
  /** When the row last changed. A refund request changes it too, so it only dates a final state. */
  readonly updatedAt: Date;
};

/**
 * The event for each final state, whose time is `updatedAt`. If a payment is paid after all, its earlier final state is
 * not recorded.
 */
const ENDS = {
  open: null,
  paid: null,
  ordered: null,
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
  refunded: "refunded",
} as const satisfies Record<PaymentState, PaymentMoment | null>;

/**
 * Returns what happened to a payment and when, oldest first. If money was refunded before Kasse learned of its arrival,
 * the payment counts as never paid.
 */
export function momentsOf({
  state,
  createdAt,
  paidAt,
  refundRequestedAt,
  updatedAt,
}: PaymentTimes): readonly { readonly at: Date; readonly what: PaymentMoment }[] {
  const moments: { at: Date; what: PaymentMoment }[] = [{ at: createdAt, what: "begun" }];
  if (paidAt) moments.push({ at: paidAt, what: "paid" });
  if (refundRequestedAt) moments.push({ at: refundRequestedAt, what: "refundBegun" });
  const end = ENDS[state];
  if (end) moments.push({ at: updatedAt, what: end });
  return moments;
}
