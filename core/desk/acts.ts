import { visibleText } from "#core/text/plain-text.ts";
import type { OrderState } from "#core/order/order-states.ts";
import type { DeskPermit } from "./roles.ts";

/** What people at the desk can do with an order. */
export const DESK_ACTS = [
  "release",
  "cancel",
  "refund",
  "confirmRefund",
  "rejectRefund",
  "retryRefund",
  "resend",
  "mail",
  "correctAddress",
  "retryEsim",
  "cancelEsim",
] as const;
export type DeskAct = (typeof DESK_ACTS)[number];

/** What acts depend on. */
export type ActFacts = {
  readonly status: OrderState;
  /** Whether it is paid, and no refund has begun. */
  readonly paid: boolean;
  /** Whether the data of its identity document is still stored. Without it, the operator's systems cannot use the order. */
  readonly identity: boolean;
  /** Whether it was handed over, or is queued to be. */
  readonly hasEvents: boolean;
  readonly esim: { readonly state: string; readonly installed: boolean } | null;
  readonly refund: "none" | "waiting" | "givenUp" | "done";
  /** A refund above the limit that is waiting for a second person, and who requested it. */
  readonly asked: { readonly asker: Asker } | null;
};

/**
 * Who requested something, compared with the person who wants to confirm it. `unknown`: they log in in different ways, so it cannot be told whether
 * they are the same person.
 */
export const ASKERS = ["own", "other", "unknown"] as const;
export type Asker = (typeof ASKERS)[number];

/** Somebody at the desk: the id, and the login provider that knows the person; null for people who were invited. */
type Known = { readonly id: string; readonly issuer: string | null };

/**
 * Whether `asker` is `person`. Neither names nor e-mails are compared: both may change, and two people of one provider may have the same. `asker` is
 * null where no id was kept.
 */
export function askerFor(asker: Known | null, person: Known): Asker {
  if (asker === null) return "unknown";
  if (asker.id === person.id) return "own";
  return asker.issuer === person.issuer ? "other" : "unknown";
}

/** Why an act is not possible now. */
export const HINDRANCES = [
  "notHeld",
  "identityRemoved",
  "alreadyCancelled",
  "alreadyPaid",
  "notPaid",
  "alreadyAsked",
  "nothingAsked",
  "ownRequest",
  // The person who requested it logs in in another way, so it may be the same person: reject it and request it again.
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
export type Hindrance = (typeof HINDRANCES)[number];

type Rule = {
  readonly permit: DeskPermit;
  /** Why it is not possible; null if it is. */
  readonly hindrance: (facts: ActFacts) => Hindrance | null;
  /** Whether it makes sense for the order, so that it is shown even while it is not possible. */
  readonly shown: (facts: ActFacts) => boolean;
};

const always = () => true;
const NOT_BY: Readonly<Record<Asker, Hindrance | null>> = { own: "ownRequest", unknown: "askerUnknown", other: null };
const confirming = ({ asked }: ActFacts): Hindrance | null => (asked === null ? "nothingAsked" : NOT_BY[asked.asker]);

/** When each act is possible. The functions that carry it out check the same again, under the order's lock. */
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
  // The event that is handed over contains the address, and a system may have read it already.
  correctAddress: {
    permit: "decideOrders",
    hindrance: ({ status, hasEvents }) =>
      status === "cancelled" ? "alreadyCancelled" : hasEvents ? "alreadyHandedOver" : null,
    shown: ({ status, hasEvents }) => status !== "cancelled" && !hasEvents,
  },
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

/** A reason as it is kept: in one line, without what nobody sees and with single spaces. */
export const reasonText = (typed: string): string => visibleText(typed).replace(/\s+/gu, " ");

/** Whether something was typed that may be a reason. */
export const isReason = (typed: string): boolean => reasonText(typed).length >= REASON_LENGTH.min;
