import type { AuditOutcome } from "../../core/audit-outcome.ts";
import type { AddressFields } from "../../core/customer-form.ts";
import type { DeskAct, Hindrance, OfferedAct } from "../../core/desk/acts.ts";
import type { DeskPermit, DeskRole } from "../../core/desk/roles.ts";
import type { DeskFilter, DeskState } from "../../core/desk/states.ts";
import type { WaitingKind, WaitingNext } from "../../core/desk/waiting.ts";
import type { DeliveredWhat } from "../../core/handover-events.ts";
import type { DocumentType } from "../../core/documents.ts";
import type { LineKind } from "../../core/lines.ts";
import type { Locale } from "../../core/locale.ts";
import type { Chf } from "../../core/money.ts";
import type { OrderAction } from "../../core/order-actions.ts";
import type { PaymentMoment } from "../../core/payment-moments.ts";
import type { PaymentState } from "../../core/payment-states.ts";
import type { Step } from "../../core/steps.ts";
import type { TransferReport } from "../../core/transfer-states.ts";
import type { EndpointName } from "../paths.ts";
import type { Refused } from "../refusals.ts";
import type { ArticleStock, Published, Changes, Contents, Draft, StockMovement } from "./publishing-answers.ts";
import type { Board, CsvFile } from "./board.ts";
import type { Experiments } from "./experiments.ts";
import type { SentEvents } from "./events.ts";
import type { DeskCallName } from "./paths.ts";

/** A moment as text, ISO 8601. */
type At = string;

/** Who is logged in. */
export type Me = {
  /** Sent with each call of the page in the header `SHOWN_PERSON`. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly DeskRole[];
  readonly permits: readonly DeskPermit[];
  /** The shop's name. */
  readonly brand: string;
  /** When this login ends at the latest. */
  readonly endsAt: At;
  /** Whether the person logs in at the provider, and so has no password and no passkeys here. */
  readonly provider: boolean;
};

/** How people log in. */
type LoginWay = { readonly provider: boolean; readonly brand: string };

/** What `navigator.credentials` takes, as JSON (WebAuthn level 3, `parseCreationOptionsFromJSON`, `parseRequestOptionsFromJSON`). */
export type PasskeyOptions = { readonly challenge: string; readonly [option: string]: unknown };
/** `device`: where it was added, such as `Firefox, Windows`. */
type Passkey = {
  readonly id: string;
  readonly device: string | null;
  readonly since: At;
  readonly lastUsed: At | null;
};
/** `required`: the last one cannot be removed. */
type Passkeys = { readonly passkeys: readonly Passkey[]; readonly required: boolean };
type Login = {
  readonly id: string;
  readonly device: string | null;
  readonly since: At;
  readonly lastUsed: At;
  /** The login that made this call. */
  readonly current: boolean;
};
type Logins = { readonly logins: readonly Login[] };

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
  /** The `after` of the next page; null on the last page. */
  readonly next: string | null;
};
/** How many orders each filter has; `more`: there are more than `count`. */
export type OrderCounts = { readonly [Filter in DeskFilter]: { readonly count: number; readonly more: boolean } };

/** What has changed in an open list: states by number, and how many orders are newer than its first, counted up to 100. */
type OrderStates = { readonly states: Readonly<Record<string, DeskState>>; readonly newer: number };

type DeskLine = {
  readonly kind: LineKind;
  readonly name: string;
  readonly monthly: Chf;
  readonly oneTime: Chf;
  readonly now: Chf;
};
export type DeskPayment = {
  readonly id: string;
  readonly state: PaymentState;
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
/** The state of something that a job delivers. `failed`: every attempt has failed. `none`: there is nothing to deliver. */
type Delivery = "done" | "waiting" | "failed" | "none";
type Tries = { readonly tries: number; readonly lastError: string | null };
/**
 * What happened, oldest first. `call`: what the shopper did; `step`: the one that it opened or sent; `backTo`: the one that the shopper was sent to;
 * `fields`: the names of those that were refused.
 */
export type DeskEvent = { readonly at: At } & (
  | {
      readonly kind: "call";
      readonly call: EndpointName;
      readonly step: Step | null;
      readonly backTo: Step | null;
      readonly fields: readonly string[];
      readonly refused: Refused | null;
      readonly times: number;
    }
  | { readonly kind: "begun" | "ordered" }
  /** `again`: it was delivered before, and was sent again. */
  | { readonly kind: "delivered"; readonly what: DeliveredWhat; readonly again: boolean }
  | { readonly kind: "payment"; readonly what: PaymentMoment; readonly amount: Chf; readonly provider: string }
  | { readonly kind: "act"; readonly act: OrderAction; readonly actor: string; readonly reason: string }
  | { readonly kind: "message"; readonly channel: "mail" | "sms"; readonly about: string }
  | ({ readonly kind: "transfer" } & TransferReport)
);

type EsimState = "ordered" | "ready" | "failed" | "cancelling" | "cancelled";

/** Everything about one order. */
export type DeskOrder = {
  readonly number: string;
  /** The version that was shown. An act names it, so that it does not overwrite somebody else's change. */
  readonly version: string;
  /** Above this amount a second person confirms a refund. */
  readonly refundLimit: Chf;
  readonly state: DeskState;
  readonly createdAt: At;
  /** Of an order on hold: until when somebody decides, as `YYYY-MM-DD`. */
  readonly decideBy: string | null;
  /** What refused credit; null if nothing did. */
  readonly refusedBy: "creditAgency" | "ownRecords" | "automated" | "changed" | null;
  readonly payUntil: At | null;
  readonly locale: Locale;
  readonly lines: readonly DeskLine[];
  readonly monthly: Chf;
  readonly oneTime: Chf;
  readonly now: Chf;
  readonly person: {
    readonly name: string;
    readonly birthday: string | null;
    readonly address: AddressFields;
    /** Letters of the order may go to a P.O. box. */
    readonly takesPoBox: boolean;
    readonly email: string;
    readonly phone: string;
  };
  /** The mobile number: transferred, chosen, or assigned later. Null for an order without one, such as television. */
  readonly phoneNumber: { readonly kind: "transfer" | "chosen" | "new"; readonly number: string | null } | null;
  readonly document: {
    readonly kind: DocumentType | null;
    /** The last three characters; null after its retention time. */
    readonly numberEnd: string | null;
    readonly validUntil: string | null;
    readonly pictureKept: boolean;
    readonly eid: boolean;
  };
  readonly payments: readonly DeskPayment[];
  readonly handover: { readonly state: Delivery; readonly eventId: string | null } & Tries;
  readonly mail: { readonly state: Delivery } & Tries;
  readonly esim: { readonly state: EsimState; readonly iccid: string | null; readonly problem: string | null } | null;
  /** A refund above the limit that waits for a second person. */
  readonly asked: { readonly by: string; readonly at: At; readonly reason: string; readonly own: boolean } | null;
  readonly history: readonly DeskEvent[];
  readonly acts: readonly OfferedAct[];
};

/** An address of the register, with its text in one line. */
export type FoundAddress = AddressFields & { readonly text: string };

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
  /** Of what is tried again: a payment, or a job. Null of anything else. */
  readonly id: string | null;
  /** What is known: a product, a job's name, an error. */
  readonly about: string;
  /** The next step. */
  readonly next: WaitingNext;
};
type Waiting = { readonly things: readonly WaitingThing[]; readonly more: boolean };
export type WaitingCounts = { readonly [Kind in WaitingKind]: number };

/** A checkout without an order. Its id opens it for the shopper, so only its beginning leaves the shop. */
type FoundCheckout = {
  readonly id: string;
  readonly email: string | null;
  readonly product: string;
  readonly stage: "started" | "registered" | "form" | "complete";
  readonly changedAt: At;
};
/** A payment without an order. */
export type FoundPayment = {
  readonly id: string;
  readonly amount: Chf;
  readonly provider: string;
  /** Its ids at the provider. */
  readonly providerIds: readonly string[];
  readonly state: PaymentState;
  /** It is being refunded. */
  readonly refund: boolean;
  readonly createdAt: At;
};
/** What a search finds: numbers of orders, and checkouts and payments without one. */
type FoundCheckouts = {
  readonly orders: readonly string[];
  readonly checkouts: readonly FoundCheckout[];
  readonly payments: readonly FoundPayment[];
};
type CheckoutReport = {
  readonly id: string;
  readonly email: string | null;
  readonly product: string;
  readonly locale: Locale;
  readonly begunAt: At;
  readonly changedAt: At;
  /** The number of its order; null without one. */
  readonly order: string | null;
  readonly history: readonly DeskEvent[];
};

/** `outcome`: how it ended; null of a look that was answered, of a login, of what was interrupted, and of a line from before there were outcomes. */
type AuditRow = {
  readonly seq: number;
  readonly at: At;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly reason: string | null;
  readonly outcome: AuditOutcome | null;
};
type AuditPage = { readonly lines: readonly AuditRow[]; readonly next: string | null };

/** Somebody who may log in at the desk. */
export type Person = {
  readonly id: string;
  /** How the audit log calls the person. */
  readonly actor: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly DeskRole[];
  readonly state: "invited" | "active" | "disabled";
  readonly lastSeen: At | null;
  /** Whether the person logs in at the provider. Only one kind of people can log in at a time, as `LoginWay` says. */
  readonly provider: boolean;
  readonly passkeys: number;
};
/** `link`: of an invitation that was just made; it is in this answer alone. */
export type People = { readonly people: readonly Person[]; readonly link: string | null };

/** What each call answers. */
export type DeskAnswers = {
  me: Me;
  loginWay: LoginWay;
  login: Me;
  passkeyLoginOptions: PasskeyOptions;
  passkeyLogin: Me;
  /** The address at the provider that the browser goes to. */
  beginProviderLogin: { readonly url: string };
  /** The page of the desk that the browser goes to. */
  providerReturn: { readonly page: string };
  providerLogout: null;
  /** The address at which the login at the provider is ended as well; null if there is none. */
  logout: { readonly provider: string | null };
  invitation: { readonly name: string; readonly email: string };
  acceptInvitation: Me;
  changePassword: null;
  passkeys: Passkeys;
  passkeyOptions: PasskeyOptions;
  addPasskey: Passkeys;
  removePasskey: Passkeys;
  logins: Logins;
  endLogin: Logins;
  endOtherLogins: Logins;
  orders: OrderPage;
  orderCounts: OrderCounts;
  orderStates: OrderStates;
  order: DeskOrder;
  /** `esim`: the state of its eSIM, which changes without an act. */
  orderVersion: { readonly version: string; readonly esim: EsimState | null };
  act: Acted;
  /** The picture as JPEG, in base64, so that no browser caches it as a file. */
  document: { readonly jpeg: string };
  addresses: { readonly found: readonly FoundAddress[] };
  waiting: Waiting;
  waitingCounts: WaitingCounts;
  retryWaiting: null;
  checkouts: FoundCheckouts;
  checkout: CheckoutReport;
  published: Published;
  /** The JSON Schema of each part. */
  publishedSchemas: Readonly<Record<string, object>>;
  publishedVersion: { readonly version: number; readonly content: Contents };
  publishedChanges: Changes;
  newDraft: Draft;
  draft: Draft;
  saveDraft: Draft;
  discardDraft: Published;
  submitDraft: Published;
  decideActivation: Published;
  cancelActivation: Published;
  rollback: Published;
  stock: { readonly articles: readonly ArticleStock[] };
  stockLedger: { readonly article: ArticleStock; readonly movements: readonly StockMovement[] };
  changeStock: { readonly article: ArticleStock; readonly movements: readonly StockMovement[] };
  experiments: Experiments;
  beginExperiment: Experiments;
  stopExperiment: Experiments;
  adoptExperiment: Experiments;
  board: Board;
  /** The text of the file, which is the whole answer. */
  boardCsv: CsvFile;
  /** As `text/event-stream`. */
  events: SentEvents;
  audit: AuditPage;
  people: People;
  invite: People;
  changePerson: People;
} & Record<DeskCallName, unknown>;

/** The details of a failure, beside its name. */
export type DeskFailureDetails = {
  readonly since?: readonly { readonly at: At; readonly actor: string; readonly act: OrderAction }[];
  /** Who has changed a draft, or decided on a request, and when. */
  readonly by?: { readonly actor: string; readonly at: At };
  /** The pieces of an article that are there now. */
  readonly onHand?: number;
  readonly hindrance?: Hindrance;
  /** What is wrong with a new password, in the language of the call. */
  readonly mistake?: string;
  /** The message of each wrong field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfter?: number;
  readonly act?: DeskAct;
  readonly options?: PasskeyOptions;
};
