import type { DeskPermit } from "./roles.ts";
import type { Rappen } from "../money/money.ts";
import { mayCancel, type CancelFacts } from "../order/order-cancel.ts";
import { visibleText } from "#core/text/plain-text.ts";

/** What was done to an order, as its history names it. */
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

/** What actions on an order depend on. */
export type OrderFacts = CancelFacts & {
  readonly now: Date;
  /** Whether it is paid, and no refund has begun. */
  readonly paid: boolean;
  /** What was paid; 0 without a payment. */
  readonly amount: Rappen;
  /** Above it a second person has to confirm a refund; null where there is no desk. */
  readonly refundLimit: Rappen | null;
  /** Whether the data of its identity document is still stored; the operator's systems cannot use an order without. */
  readonly identity: boolean;
  /** Whether it was handed over, or is queued to be. */
  readonly hasEvents: boolean;
  /** `refused`: the SM-DP+ does not cancel it, and is asked no more. */
  readonly esim: { readonly state: string; readonly installed: boolean; readonly refused: boolean } | null;
  readonly refund: "none" | "waiting" | "givenUp" | "done";
  /** A refund above the limit that is waiting for a second person, and who requested it. */
  readonly asked: { readonly asker: Asker } | null;
};

/** Why an action is not possible now, as the desk says it. */
export const UNAVAILABLE_REASONS = [
  "notHeld",
  "identityRemoved",
  "alreadyCancelled",
  "alreadyPaid",
  "notPaid",
  "alreadyAsked",
  "nothingAsked",
  "ownRequest",
  // The person who requested it logs in another way and may be the same: reject the request, and request it again.
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
/** Reasons that only commands, jobs and customers meet. */
type OtherReason = "alreadyPlaced" | "stillHeld" | "notAwaitingPayment" | "tooLate";

/** The rule of an action; `server/sale/order/actions.ts` has what it does. */
type Rule<Reason> = {
  /** Why it is not possible; null if it is. */
  readonly unavailable: (facts: OrderFacts) => Reason | null;
  /** Whether somebody else has to confirm it. */
  readonly needsSecondPerson?: (facts: OrderFacts) => boolean;
  /** How the order's history names it. */
  readonly recorded: RecordedAction | ((facts: OrderFacts) => RecordedAction);
};
/** The rule of an action that the desk offers. */
type DeskRule = Rule<UnavailableReason> & {
  readonly permit: DeskPermit;
  /** Whether it makes sense for the order, so that it is shown even while it is not possible. */
  readonly shown: (facts: OrderFacts) => boolean;
};

const NOT_BY: Readonly<Record<Asker, "ownRequest" | "askerUnknown" | null>> = {
  own: "ownRequest",
  unknown: "askerUnknown",
  other: null,
};
const refundable = ({ status, paid, asked }: OrderFacts) =>
  status === "cancelled" ? "alreadyCancelled" : !paid ? "notPaid" : asked ? "alreadyAsked" : null;
const isRefundOpen = ({ refund }: OrderFacts) => refund === "waiting" || refund === "givenUp";

const DESK_RULES = {
  release: {
    permit: "decideOrders",
    unavailable: ({ status, identity }) => (status !== "onHold" ? "notHeld" : identity ? null : "identityRemoved"),
    shown: ({ status }) => status === "onHold",
    recorded: "released",
  },
  cancel: {
    permit: "decideOrders",
    unavailable: ({ status, paid }) => (status === "cancelled" ? "alreadyCancelled" : paid ? "alreadyPaid" : null),
    shown: ({ status }) => status !== "cancelled",
    recorded: "cancelled",
  },
  refund: {
    permit: "refund",
    unavailable: refundable,
    shown: ({ status }) => status !== "cancelled",
    needsSecondPerson: ({ amount, refundLimit }) => refundLimit !== null && amount > refundLimit,
    recorded: "refunded",
  },
  confirmRefund: {
    permit: "confirmRefund",
    unavailable: ({ status, asked, paid }) => {
      if (status === "cancelled") return "alreadyCancelled";
      if (asked === null) return "nothingAsked";
      return paid ? NOT_BY[asked.asker] : "notPaid";
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
  // The event that is handed over contains the address, and a system may have read it already.
  correctAddress: {
    permit: "decideOrders",
    unavailable: ({ status, hasEvents }) =>
      status === "cancelled" ? "alreadyCancelled" : hasEvents ? "alreadyHandedOver" : null,
    shown: ({ status, hasEvents }) => status !== "cancelled" && !hasEvents,
    recorded: "addressCorrected",
  },
  // A profile that the SM-DP+ does not cancel is left there, and another one is ordered.
  retryEsim: {
    permit: "decideOrders",
    unavailable: ({ esim, status }) => {
      if (!esim) return "noEsim";
      if (status !== "placed") return "notPlaced";
      if (esim.state === "ready") return "esimReady";
      return esim.state === "cancelling" && !esim.refused ? "esimEnding" : null;
    },
    shown: ({ esim }) => esim !== null && esim.state !== "ready",
    recorded: "esimRetried",
  },
  cancelEsim: {
    permit: "decideOrders",
    unavailable: ({ esim }) =>
      !esim ? "noEsim" : esim.installed ? "esimInstalled" : esim.state === "cancelled" ? "esimEnding" : null,
    shown: ({ esim }) => esim !== null && esim.state === "ready",
    recorded: "esimCancelled",
  },
} as const satisfies Record<string, DeskRule>;

const OTHER_RULES = {
  /** Requests a refund above the limit. */
  askForRefund: { unavailable: refundable, recorded: "refundAsked" },
  /** The command `orders hold cancel`, for orders that were not handed over. */
  cancelHeld: {
    unavailable: ({ status }) => (status === "placed" ? "alreadyPlaced" : status === "cancelled" ? "notHeld" : null),
    recorded: "cancelled",
  },
  /** The command `orders cancel`, for orders that were handed over and had nothing to pay. */
  cancelPlaced: {
    unavailable: ({ status, paid }) =>
      status === "cancelled" ? "alreadyCancelled" : status !== "placed" ? "stillHeld" : paid ? "alreadyPaid" : null,
    recorded: "cancelled",
  },
  /** A customer cancels their own order, paid or not. */
  cancelOwn: {
    unavailable: (facts) =>
      facts.status === "cancelled" ? "alreadyCancelled" : mayCancel(facts, facts.now) ? null : "tooLate",
    recorded: ({ paid }) => (paid ? "refunded" : "cancelled"),
  },
  /** The job cancels an order that was not paid in time. */
  cancelUnpaid: {
    unavailable: ({ status }) => (status === "awaitingPayment" ? null : "notAwaitingPayment"),
    recorded: "cancelled",
  },
} as const satisfies Record<string, Rule<UnavailableReason | OtherReason>>;

const RULES = { ...DESK_RULES, ...OTHER_RULES };
/** What people at the desk or in a shell, the customer or a job can do with an order. */
export type OrderAction = keyof typeof RULES;
/** Why an action may not be possible. */
export type ReasonOf<Action extends OrderAction> = Exclude<ReturnType<(typeof RULES)[Action]["unavailable"]>, null>;
/** The rule of each action. */
export const ORDER_ACTIONS: { readonly [Action in OrderAction]: Rule<ReasonOf<Action>> } = RULES;

export type DeskOrderAction = keyof typeof DESK_RULES;
/** The actions of the desk, in the order in which it shows them. */
export const DESK_ORDER_ACTIONS = Object.keys(DESK_RULES) as DeskOrderAction[];
/** The permit that an action of the desk needs. */
export const permitOf = (action: DeskOrderAction): DeskPermit => DESK_RULES[action].permit;

/** An action as the desk offers it: possible, or why not. */
type OfferedAction = { readonly act: DeskOrderAction; readonly hindrance: UnavailableReason | null };

/** The actions that an order offers to somebody. */
export const offeredActions = (facts: OrderFacts, permits: readonly DeskPermit[]): readonly OfferedAction[] =>
  DESK_ORDER_ACTIONS.filter((act) => permits.includes(permitOf(act)) && DESK_RULES[act].shown(facts)).map((act) => ({
    act,
    hindrance: DESK_RULES[act].unavailable(facts),
  }));

/**
 * Who requested something, compared with the person who wants to confirm it. `unknown`: they log in in different ways,
 * so it cannot be told whether they are the same person.
 */
export const ASKERS = ["own", "other", "unknown"] as const;
export type Asker = (typeof ASKERS)[number];

/** Somebody at the desk: the id, and the login provider that knows the person; null for people who were invited. */
export type Known = { readonly id: string; readonly issuer: string | null };

/**
 * Whether `asker` is `person`. Neither names nor e-mails are compared: both may change, and two people of one provider
 * may have the same. `asker` is null where no id was kept, `person` for nobody of the desk.
 */
export function askerFor(asker: Known | null, person: Known | null): Asker {
  if (asker === null || person === null) return "unknown";
  if (asker.id === person.id) return "own";
  return asker.issuer === person.issuer ? "other" : "unknown";
}

/** A reason that somebody types, in characters. */
export const REASON_LENGTH = { min: 5, max: 500 } as const;

/** A reason as it is kept: in one line, without what nobody sees and with single spaces. */
export const reasonText = (typed: string): string => visibleText(typed).replace(/\s+/gu, " ");

/** Whether something was typed that may be a reason. */
export const isReason = (typed: string): boolean => reasonText(typed).length >= REASON_LENGTH.min;
