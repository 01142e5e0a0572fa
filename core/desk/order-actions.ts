import type { DeskPermit } from "./roles.ts";
import type { Rappen } from "../money/money.ts";
import { mayCancel, type CancelFacts } from "../order/order-cancel.ts";
import { visibleText } from "#core/text/plain-text.ts";

/** What was done to an order, as named in the order's history. */
export const RECORDED_ACTIONS = [
  "released",
  "cancelled",
  "refunded",
  "refundAsked",
  "refundRejected",
  "refundRetried",
  "resent",
  "mailed",
  "addressCorrected",
  "esimRetried",
  "esimCancelled",
  "transferReported",
] as const;
export type RecordedAction = (typeof RECORDED_ACTIONS)[number];

/** The facts that decide which actions on an order are available. */
export type OrderFacts = CancelFacts & {
  readonly now: Date;
  /** Whether the order is paid and no refund has started. */
  readonly paid: boolean;
  /** The amount that was paid; 0 without a payment. */
  readonly amount: Rappen;
  /** Above this amount a second person has to confirm a refund; null if there is no desk. */
  readonly refundLimit: Rappen | null;
  /** Whether the data of the identity document is still stored. The operator's systems need it for every order. */
  readonly identity: boolean;
  /** Whether the order was handed over or is queued to be. */
  readonly hasEvents: boolean;
  /** The eSIM. `refused`: the SM-DP+ refuses to cancel it, and is not asked again. */
  readonly esim: { readonly state: string; readonly installed: boolean; readonly refused: boolean } | null;
  readonly refund: "none" | "waiting" | "givenUp" | "done";
  /** A refund above the limit that is waiting for a second person, and who requested it. */
  readonly asked: { readonly asker: Asker } | null;
};

/** Why an action is unavailable, as the desk shows it. */
export const UNAVAILABLE_REASONS = [
  "notHeld",
  "identityRemoved",
  "alreadyCancelled",
  "alreadyPaid",
  "notPaid",
  "alreadyAsked",
  "nothingAsked",
  "ownRequest",
  // The requester logged in by another method, so it may be the same person. The request has to be rejected and made
  // again.
  "askerUnknown",
  "noRefundWaiting",
  "notHandedOver",
  "alreadyHandedOver",
  "noEsim",
  "notPlaced",
  "esimReady",
  "esimEnding",
  "esimInstalled",
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];
/** Reasons that only occur with commands, jobs and customers. */
type OtherReason = "alreadyPlaced" | "stillHeld" | "notAwaitingPayment" | "tooLate";

/** The rule of an action, which `server/sale/order/actions.ts` carries out. */
type Rule<Reason> = {
  /** Returns why the action is unavailable; null if it is available. */
  readonly unavailable: (facts: OrderFacts) => Reason | null;
  /** Returns whether a second person has to confirm the action. */
  readonly needsSecondPerson?: (facts: OrderFacts) => boolean;
  /** The action's name in the order's history. */
  readonly recorded: RecordedAction | ((facts: OrderFacts) => RecordedAction);
};
/** The rule of an action that the desk offers. */
type DeskRule = Rule<UnavailableReason> & {
  readonly permit: DeskPermit;
  /** Returns whether the action makes sense for the order. If so, it is shown, even while it is unavailable. */
  readonly shown: (facts: OrderFacts) => boolean;
};

const UNAVAILABLE_TO: Readonly<Record<Asker, "ownRequest" | "askerUnknown" | null>> = {
  own: "ownRequest",
  unknown: "askerUnknown",
  other: null,
};
function refundUnavailable({ status, paid, asked }: OrderFacts) {
  if (status === "cancelled") return "alreadyCancelled";
  if (!paid) return "notPaid";
  return asked ? "alreadyAsked" : null;
}
const isRefundOpen = ({ refund }: OrderFacts) => refund === "waiting" || refund === "givenUp";

const DESK_RULES = {
  release: {
    permit: "decideOrders",
    unavailable: ({ status, identity }) => {
      if (status !== "onHold") return "notHeld";
      return identity ? null : "identityRemoved";
    },
    shown: ({ status }) => status === "onHold",
    recorded: "released",
  },
  cancel: {
    permit: "decideOrders",
    unavailable: ({ status, paid }) => {
      if (status === "cancelled") return "alreadyCancelled";
      return paid ? "alreadyPaid" : null;
    },
    shown: ({ status }) => status !== "cancelled",
    recorded: "cancelled",
  },
  refund: {
    permit: "refund",
    unavailable: refundUnavailable,
    shown: ({ status }) => status !== "cancelled",
    needsSecondPerson: ({ amount, refundLimit }) => refundLimit !== null && amount > refundLimit,
    recorded: "refunded",
  },
  confirmRefund: {
    permit: "confirmRefund",
    unavailable: ({ status, asked, paid }) => {
      if (status === "cancelled") return "alreadyCancelled";
      if (asked === null) return "nothingAsked";
      return paid ? UNAVAILABLE_TO[asked.asker] : "notPaid";
    },
    shown: ({ asked }) => asked !== null,
    recorded: "refunded",
  },
  rejectRefund: {
    permit: "confirmRefund",
    unavailable: ({ asked }) => (asked === null ? "nothingAsked" : null),
    shown: ({ asked }) => asked !== null,
    recorded: "refundRejected",
  },
  retryRefund: {
    permit: "refund",
    unavailable: (facts) => (isRefundOpen(facts) ? null : "noRefundWaiting"),
    shown: isRefundOpen,
    recorded: "refundRetried",
  },
  resend: {
    permit: "decideOrders",
    unavailable: ({ hasEvents }) => (hasEvents ? null : "notHandedOver"),
    shown: ({ hasEvents }) => hasEvents,
    recorded: "resent",
  },
  mail: { permit: "decideOrders", unavailable: () => null, shown: () => true, recorded: "mailed" },
  // The event contains the address, so once the order is handed over, a system may have read the wrong one.
  correctAddress: {
    permit: "decideOrders",
    unavailable: ({ status, hasEvents }) => {
      if (status === "cancelled") return "alreadyCancelled";
      return hasEvents ? "alreadyHandedOver" : null;
    },
    shown: ({ status, hasEvents }) => status !== "cancelled" && !hasEvents,
    recorded: "addressCorrected",
  },
  // If the SM-DP+ refuses to cancel a profile, that profile is left as it is, and another one is ordered.
  retryEsim: {
    permit: "decideOrders",
    unavailable: ({ esim, status }) => {
      if (!esim) return "noEsim";
      if (status === "cancelled") return "alreadyCancelled";
      if (status !== "placed") return "notPlaced";
      if (esim.state === "ready") return "esimReady";
      return esim.state === "cancelling" && !esim.refused ? "esimEnding" : null;
    },
    shown: ({ esim, status }) => status !== "cancelled" && esim !== null && esim.state !== "ready",
    recorded: "esimRetried",
  },
  cancelEsim: {
    permit: "decideOrders",
    unavailable: ({ esim }) => {
      if (!esim) return "noEsim";
      if (esim.installed) return "esimInstalled";
      return esim.state === "cancelled" ? "esimEnding" : null;
    },
    shown: ({ esim }) => esim !== null && esim.state === "ready",
    recorded: "esimCancelled",
  },
} as const satisfies Record<string, DeskRule>;

const OTHER_RULES = {
  /** A refund above the limit is requested. */
  askForRefund: { unavailable: refundUnavailable, recorded: "refundAsked" },
  /** The command `orders hold cancel`, for orders that were not handed over. */
  cancelHeld: {
    unavailable: ({ status }) => {
      if (status === "placed") return "alreadyPlaced";
      return status === "cancelled" ? "notHeld" : null;
    },
    recorded: "cancelled",
  },
  /** The command `orders cancel`, for orders that were handed over and had nothing to pay. */
  cancelPlaced: {
    unavailable: ({ status, paid }) => {
      if (status === "cancelled") return "alreadyCancelled";
      if (status !== "placed") return "stillHeld";
      return paid ? "alreadyPaid" : null;
    },
    recorded: "cancelled",
  },
  /** A customer cancels their own order, paid or not. */
  cancelOwn: {
    unavailable: (facts) => {
      if (facts.status === "cancelled") return "alreadyCancelled";
      return mayCancel(facts, facts.now) ? null : "tooLate";
    },
    recorded: ({ paid }) => (paid ? "refunded" : "cancelled"),
  },
  /** The job cancels an order that was not paid in time. */
  cancelUnpaid: {
    unavailable: ({ status }) => (status === "awaitingPayment" ? null : "notAwaitingPayment"),
    recorded: "cancelled",
  },
} as const satisfies Record<string, Rule<UnavailableReason | OtherReason>>;

const RULES = { ...DESK_RULES, ...OTHER_RULES };
/** An action on an order, by people at the desk or in a shell, the customer or a job. */
export type OrderAction = keyof typeof RULES;
/** The reasons why an action can be unavailable. */
export type ReasonOf<Action extends OrderAction> = Exclude<ReturnType<(typeof RULES)[Action]["unavailable"]>, null>;
export const ORDER_ACTIONS: { readonly [Action in OrderAction]: Rule<ReasonOf<Action>> } = RULES;

export type DeskOrderAction = keyof typeof DESK_RULES;
/** The actions of the desk, in the order in which it shows them. */
export const DESK_ORDER_ACTIONS = Object.keys(DESK_RULES) as DeskOrderAction[];
/** Returns the permit that an action of the desk needs. */
export const permitOf = (action: DeskOrderAction): DeskPermit => DESK_RULES[action].permit;

/** An action that the desk offers. `hindrance`: why it is unavailable now; null if it is available. */
type OfferedAction = { readonly act: DeskOrderAction; readonly hindrance: UnavailableReason | null };

/** Returns the actions on an order that are offered to a person with these permits. */
export const offeredActions = (facts: OrderFacts, permits: readonly DeskPermit[]): readonly OfferedAction[] =>
  DESK_ORDER_ACTIONS.filter((act) => permits.includes(permitOf(act)) && DESK_RULES[act].shown(facts)).map((act) => ({
    act,
    hindrance: DESK_RULES[act].unavailable(facts),
  }));

/**
 * Who requested something, from the point of view of the person who wants to confirm it. `unknown`: the two logged in
 * by different methods, so they may be the same person.
 */
export const ASKERS = ["own", "other", "unknown"] as const;
export type Asker = (typeof ASKERS)[number];

/** A person at the desk. `issuer`: the login provider that issued the id; null for people who were invited. */
export type Known = { readonly id: string; readonly issuer: string | null };

/**
 * Returns whether `asker` is `person`. Compares ids, not names or e-mail addresses: both can change, and two people of
 * one provider can share them. `asker` is null if no id was stored, `person` if it is not a person at the desk.
 */
export function requesterFor(asker: Known | null, person: Known | null): Asker {
  if (asker === null || person === null) return "unknown";
  if (asker.id === person.id) return "own";
  return asker.issuer === person.issuer ? "other" : "unknown";
}

/** The length of a typed reason in characters. */
export const REASON_LENGTH = { min: 5, max: 500 } as const;

/** Returns a reason as it is stored: one line with single spaces, without invisible characters. */
export const reasonText = (typed: string): string => visibleText(typed).replace(/\s+/gu, " ");

/** Returns whether a typed reason is long enough. */
export const isReason = (typed: string): boolean => reasonText(typed).length >= REASON_LENGTH.min;
