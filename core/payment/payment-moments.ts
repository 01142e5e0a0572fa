import type { PaymentState } from "./payment-states.ts";

/** What can happen to a payment, by the name in its history. `refundBegun`: the money is on its way back. */
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
  /** When the row last changed. A refund request also changes it, so it is only the time of a final state. */
  readonly updatedAt: Date;
};

/** The final states, which `updatedAt` dates. A payment that is paid after all leaves no trace of them. */
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
 * What happened to a payment and when, oldest first. Money that was refunded before Kasse saw it arrive counts as never
 * paid.
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
