import type { DeskAct, Hindrance, OfferedAct } from "../../core/desk/acts.ts";
import type { DeskPermit, DeskRole } from "../../core/desk/roles.ts";
import type { DeskFilter, DeskState } from "../../core/desk/states.ts";
import type { WaitingKind } from "../../core/desk/waiting.ts";
import type { Locale } from "../../core/locale.ts";
import type { Chf } from "../../core/money.ts";
import type { EndpointName } from "../paths.ts";
import type { DeskCallName } from "./paths.ts";

/** A moment as text, ISO 8601. */
type At = string;

/** Who is logged in. */
export type Me = {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly DeskRole[];
  readonly permits: readonly DeskPermit[];
  /** The shop's name. */
  readonly brand: string;
  /** Above this amount a second person confirms a refund. */
  readonly refundLimit: Chf;
};

/** An order in the list. */
export type ListedDeskOrder = {
  readonly number: string;
  readonly createdAt: At;
  readonly name: string;
  /** The names of the first lines. */
  readonly product: string;
  readonly monthly: Chf;
  readonly now: Chf;
  readonly state: DeskState;
};
type OrderPage = {
  readonly orders: readonly ListedDeskOrder[];
  /** Asks for the next page; null at the end. */
  readonly next: string | null;
};
/** How many orders each filter has; `more`: there are more than `count`. */
export type OrderCounts = { readonly [Filter in DeskFilter]: { readonly count: number; readonly more: boolean } };

type DeskLine = { readonly name: string; readonly monthly: Chf; readonly oneTime: Chf; readonly now: Chf };
export type DeskPayment = {
  readonly id: string;
  readonly state: string;
  readonly amount: Chf;
  readonly provider: string;
  readonly method: string | null;
  readonly hostedId: string | null;
  readonly providerPaymentId: string | null;
  readonly createdAt: At;
  readonly paidAt: At | null;
  /** Whether it has paid this order; others of the same checkout have not. */
  readonly ofOrder: boolean;
};
type Tries = { readonly tries: number; readonly lastError: string | null };
/** What happened, oldest first. `call`: what the shopper did, and `refused` the sentence that refused it, as the shopper read it. */
export type DeskEvent = { readonly at: At } & (
  | {
      readonly kind: "call";
      readonly call: EndpointName;
      readonly detail: string | null;
      readonly refused: string | null;
      readonly times: number;
    }
  | { readonly kind: "begun" | "ordered" | "delivered" }
  | { readonly kind: "payment"; readonly state: string; readonly amount: Chf; readonly provider: string }
  | { readonly kind: "act"; readonly act: string; readonly actor: string; readonly reason: string }
  | { readonly kind: "message"; readonly channel: "mail" | "sms"; readonly about: string }
  | { readonly kind: "transfer"; readonly state: string; readonly day: string | null; readonly reason: string | null }
);

/** Everything about one order. */
export type DeskOrder = {
  readonly number: string;
  /** What was shown: an act names it, so that what somebody else did meanwhile is not overwritten. */
  readonly version: string;
  readonly state: DeskState;
  readonly createdAt: At;
  /** Of an order on hold: until when somebody decides, as `YYYY-MM-DD`. */
  readonly decideBy: string | null;
  /** What refused credit; null if nothing did. */
  readonly refusedBy: string | null;
  readonly payUntil: At | null;
  readonly locale: Locale;
  readonly lines: readonly DeskLine[];
  readonly monthly: Chf;
  readonly oneTime: Chf;
  readonly now: Chf;
  readonly person: {
    readonly name: string;
    readonly birthday: string | null;
    readonly street: string;
    readonly town: string;
    readonly email: string;
    readonly phone: string;
  };
  /** What becomes of the number: the one that is brought along, a chosen one, or a new one. */
  readonly phoneNumber: { readonly kind: "transfer" | "chosen" | "new"; readonly number: string | null };
  readonly document: {
    readonly kind: string | null;
    /** The last three characters; null after its retention time. */
    readonly numberEnd: string | null;
    readonly validUntil: string | null;
    readonly pictureKept: boolean;
    readonly eid: boolean;
  };
  readonly payments: readonly DeskPayment[];
  readonly handover: { readonly state: string; readonly eventId: string | null } & Tries;
  readonly mail: { readonly state: string } & Tries;
  readonly esim: { readonly state: string; readonly iccid: string | null; readonly problem: string | null } | null;
  /** A refund above the limit that waits for a second person. */
  readonly asked: { readonly by: string; readonly at: At; readonly reason: string; readonly own: boolean } | null;
  readonly history: readonly DeskEvent[];
  readonly acts: readonly OfferedAct[];
};

/** What an act did: `asked` if a second person has to confirm it. */
type Acted = { readonly done: "done" | "asked"; readonly order: DeskOrder };

/** Something that waits for somebody. */
export type WaitingThing = {
  readonly kind: WaitingKind;
  /** The order that it is about; null if it is about none. */
  readonly order: string | null;
  readonly since: At;
  /** As `YYYY-MM-DD`; null without one. */
  readonly deadline: string | null;
  readonly late: boolean;
  /** What is known: a product, a job's name, an error. */
  readonly about: string;
};
type Waiting = { readonly things: readonly WaitingThing[]; readonly more: boolean };
export type WaitingCounts = { readonly [Kind in WaitingKind]: number };

type AuditRow = {
  readonly seq: number;
  readonly at: At;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly reason: string | null;
};
type AuditPage = { readonly lines: readonly AuditRow[]; readonly next: string | null };

/** Somebody who may log in at the desk. */
type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly DeskRole[];
  readonly state: "invited" | "active" | "disabled";
  readonly lastSeen: At | null;
};
/** `link`: of a person who was invited, once. */
export type People = { readonly people: readonly Person[]; readonly link: string | null };

/** What each call answers. */
export type DeskAnswers = {
  me: Me;
  login: Me;
  logout: null;
  invitation: { readonly name: string; readonly email: string };
  acceptInvitation: Me;
  orders: OrderPage;
  orderCounts: OrderCounts;
  order: DeskOrder;
  orderVersion: { readonly version: string };
  act: Acted;
  /** The picture as JPEG, in base64: nothing that a browser would keep as a file. */
  document: { readonly jpeg: string };
  waiting: Waiting;
  waitingCounts: WaitingCounts;
  audit: AuditPage;
  people: People;
  invite: People;
  changePerson: People;
} & Record<DeskCallName, unknown>;

/** What a failure says beside its name. */
export type DeskFailureDetails = {
  readonly since?: readonly { readonly at: At; readonly actor: string; readonly act: string }[];
  readonly hindrance?: Hindrance;
  readonly mistake?: string;
  readonly retryAfter?: number;
  readonly act?: DeskAct;
};
