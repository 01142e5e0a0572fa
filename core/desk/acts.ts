import type { OrderState } from "#core/order-states.ts";
import type { DeskPermit } from "./roles.ts";

/** What somebody at the desk does with an order. */
export const DESK_ACTS = [
  "release",
  "cancel",
  "refund",
  "confirmRefund",
  "rejectRefund",
  "retryRefund",
  "resend",
  "mail",
  "retryEsim",
  "cancelEsim",
] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

/** What acts depend on. */
export type ActFacts = {
  readonly status: OrderState;
  /** Whether a payment has paid it, and its money is not on its way back. */
  readonly paid: boolean;
  /** Whether the data of its identity document is still there, without which the operator's systems cannot use it. */
  readonly identity: boolean;
  /** Whether it was handed over, or waits to be. */
  readonly hasEvents: boolean;
  readonly esim: { readonly state: string; readonly installed: boolean } | null;
  readonly refund: "none" | "waiting" | "givenUp" | "done";
  /** A refund above the limit that waits for a second person; `own`: the one who asks is the one who asked for it. */
  readonly asked: { readonly own: boolean } | null;
};

/** Why an act is not possible now. */
export type Hindrance =
  | "notHeld"
  | "identityRemoved"
  | "alreadyCancelled"
  | "alreadyPaid"
  | "notPaid"
  | "alreadyAsked"
  | "nothingAsked"
  | "ownRequest"
  | "noRefundWaiting"
  | "notHandedOver"
  | "noEsim"
  | "notPlaced"
  | "esimReady"
  | "esimEnding"
  | "esimInstalled";

type Rule = {
  readonly permit: DeskPermit;
  /** Why it is not possible; null if it is. */
  readonly hindrance: (facts: ActFacts) => Hindrance | null;
  /** Whether it belongs to what an order is about, so that it is shown even while it is not possible. */
  readonly shown: (facts: ActFacts) => boolean;
};

const always = () => true;
const confirming = ({ asked }: ActFacts): Hindrance | null =>
  asked === null ? "nothingAsked" : asked.own ? "ownRequest" : null;

/** When each act is possible. The functions that do it check the same once more, under the order's lock. */
export const ACT_RULES: Readonly<Record<DeskAct, Rule>> = {
  release: {
    permit: "decideOrders",
    hindrance: ({ status, identity }) => (status !== "onHold" ? "notHeld" : identity ? null : "identityRemoved"),
    shown: ({ status }) => status === "onHold",
  },
  cancel: {
    permit: "decideOrders",
    hindrance: ({ status, paid }) => (status === "cancelled" ? "alreadyCancelled" : paid ? "alreadyPaid" : null),
    shown: ({ status }) => status !== "cancelled",
  },
  refund: {
    permit: "refund",
    hindrance: ({ status, paid, asked }) =>
      status === "cancelled" ? "alreadyCancelled" : !paid ? "notPaid" : asked ? "alreadyAsked" : null,
    shown: ({ status }) => status !== "cancelled",
  },
  confirmRefund: { permit: "confirmRefund", hindrance: confirming, shown: ({ asked }) => asked !== null },
  rejectRefund: {
    permit: "confirmRefund",
    hindrance: ({ asked }) => (asked === null ? "nothingAsked" : null),
    shown: ({ asked }) => asked !== null,
  },
  retryRefund: {
    permit: "refund",
    hindrance: ({ refund }) => (refund === "waiting" || refund === "givenUp" ? null : "noRefundWaiting"),
    shown: ({ refund }) => refund === "waiting" || refund === "givenUp",
  },
  resend: {
    permit: "decideOrders",
    hindrance: ({ hasEvents }) => (hasEvents ? null : "notHandedOver"),
    shown: ({ hasEvents }) => hasEvents,
  },
  mail: { permit: "decideOrders", hindrance: () => null, shown: always },
  retryEsim: {
    permit: "decideOrders",
    hindrance: ({ esim, status }) => {
      if (!esim) return "noEsim";
      if (status !== "placed") return "notPlaced";
      return esim.state === "ready" ? "esimReady" : esim.state === "cancelling" ? "esimEnding" : null;
    },
    shown: ({ esim }) => esim !== null && esim.state !== "ready",
  },
  cancelEsim: {
    permit: "decideOrders",
    hindrance: ({ esim }) => {
      if (!esim) return "noEsim";
      if (esim.installed) return "esimInstalled";
      return esim.state === "cancelling" || esim.state === "cancelled" ? "esimEnding" : null;
    },
    shown: ({ esim }) => esim !== null && esim.state === "ready",
  },
};

/** An act as the desk offers it: possible, or why not. */
export type OfferedAct = { readonly act: DeskAct; readonly hindrance: Hindrance | null };

/** The acts that an order offers to somebody, in the order of the table. */
export function offeredActs(facts: ActFacts, permits: readonly DeskPermit[]): readonly OfferedAct[] {
  return DESK_ACTS.filter((act) => permits.includes(ACT_RULES[act].permit) && ACT_RULES[act].shown(facts)).map(
    (act) => ({
      act,
      hindrance: ACT_RULES[act].hindrance(facts),
    }),
  );
}

/** A reason that somebody types, in characters. */
export const REASON_LENGTH = { min: 5, max: 500 } as const;
