import type { PaymentState } from "./payment-states.ts";

/** What happens to a payment, as its history names it. `refundBegun`: the money is on its way back. */
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

/** What is recorded of a payment's time. */
export type PaymentTimes = {
  readonly state: PaymentState;
  readonly createdAt: Date;
  /** When Kasse learned that it was paid. */
  readonly paidAt: Date | null;
  readonly refundRequestedAt: Date | null;
  /** When the row changed last: also when a refund is requested, so it dates only a state that nothing follows. */
  readonly updatedAt: Date;
};

/**
 * The states in which a payment ends, which `updatedAt` dates. A payment that is paid after all leaves no trace of
 * them.
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
 * What happened to a payment, and when, oldest first. Money that went back before Kasse saw it arrive was never paid
 * here.
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
