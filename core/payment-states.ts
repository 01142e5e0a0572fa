/**
 * What may follow what in a payment (decisions 4). This table is the only place that says so.
 *
 * `open` waits for the provider. A payment that ended without money can still turn out paid ("paid after all"): shoppers
 * pay in a forgotten tab, providers report late. Money that arrived becomes an order or goes back, nothing else.
 */
export const PAYMENT_STATES = ["open", "paid", "declined", "cancelled", "expired", "ordered", "refunded"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const MAY_FOLLOW = {
  open: ["paid", "declined", "cancelled", "expired"],
  declined: ["paid"],
  cancelled: ["paid"],
  expired: ["paid"],
  paid: ["ordered", "refunded"],
  ordered: [],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  const next: readonly PaymentState[] = MAY_FOLLOW[from];
  return next.includes(to);
}

/** The states that a payment may come from; none for `open`, in which every payment begins. */
export function statesBefore(to: PaymentState): readonly PaymentState[] {
  return PAYMENT_STATES.filter((from) => mayFollow(from, to));
}

/** What page 6 says of the last try; `open` and `ordered` say nothing there. */
export type LastOutcome = "declined" | "cancelled" | "expired" | "refunded" | "pending" | null;

export function lastOutcome(state: PaymentState | undefined): LastOutcome {
  if (state === undefined || state === "ordered" || state === "open") return null;
  return state === "paid" ? "pending" : state;
}

/** What a provider says of a payment, in Kasse's words. */
export type ProviderOutcome = "pending" | "paid" | "declined" | "cancelled" | "expired";

export const STATE_OF_OUTCOME = {
  pending: "open",
  paid: "paid",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
} as const satisfies Record<ProviderOutcome, PaymentState>;
