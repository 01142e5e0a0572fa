/**
 * The states of a payment and their transitions (decisions 4), which are defined nowhere else.
 *
 * `open`: waits for the provider. `refunded`: includes money that the provider returned before Kasse learned of its
 * arrival. A payment that ended unpaid can still become paid ("paid after all"), because a shopper pays in a forgotten
 * tab, or a provider reports late. A paid payment becomes an order or is refunded. If a person cancels that order, its
 * payment is refunded later.
 */
export const PAYMENT_STATES = ["open", "paid", "declined", "cancelled", "expired", "ordered", "refunded"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/**
 * Maximum duration of a payment in minutes, during which its piece of stock is held. Checkouts of an Open Payment
 * Platform provider and transactions of Datatrans are not valid for longer.
 */
export const PAYMENT_MINUTES = 30;

const MAY_FOLLOW = {
  open: ["paid", "declined", "cancelled", "expired", "refunded"],
  declined: ["paid"],
  cancelled: ["paid"],
  expired: ["paid"],
  paid: ["ordered", "refunded"],
  ordered: ["refunded"],
  refunded: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

export function mayFollow(from: PaymentState, to: PaymentState): boolean {
  const next: readonly PaymentState[] = MAY_FOLLOW[from];
  return next.includes(to);
}

/** Returns the states from which a payment can change to this one; none for `open`, the initial state. */
export function statesBefore(to: PaymentState): readonly PaymentState[] {
  return PAYMENT_STATES.filter((from) => mayFollow(from, to));
}

/** The states in which Kasse has the money and can refund it. */
export const WITH_MONEY = ["paid", "ordered"] as const satisfies readonly PaymentState[];

/** What step 6 shows about the last payment; it shows nothing for `open` and `ordered`. */
export type LastOutcome = "declined" | "cancelled" | "expired" | "refunded" | "pending" | null;

export function lastOutcome(state: PaymentState | undefined): LastOutcome {
  if (state === undefined || state === "ordered" || state === "open") return null;
  return state === "paid" ? "pending" : state;
}

/**
 * A provider's status of a payment in Kasse's terms. `authorised`: the bank has reserved the money, and it still has to
 * be captured.
 */
export type ProviderOutcome = "pending" | "authorised" | "paid" | "declined" | "cancelled" | "expired" | "refunded";

export const STATE_OF_OUTCOME = {
  pending: "open",
  authorised: "open",
  paid: "paid",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
  refunded: "refunded",
} as const satisfies Record<ProviderOutcome, PaymentState>;
