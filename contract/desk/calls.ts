import * as v from "valibot";
import { DESK_ORDER_ACTIONS, permitOf, type DeskOrderAction } from "../../core/desk/order-actions.ts";
import { DESK_ROLES } from "../../core/desk/roles.ts";
import { DESK_FILTERS, DESK_PERIODS, MAX_STATES, type DeskPeriod } from "../../core/desk/states.ts";
import { WAITING_KINDS } from "../../core/desk/waiting-kinds.ts";
import type { DeskCall, ParamsOf, Read, Sent } from "../call.ts";
import { FAILURES, type FailureName } from "../failures.ts";
import { mayBeAbsent, Nothing } from "../schemas/fields.ts";
import { line, reason, some } from "./fields.ts";
import { FIGURE_CALLS } from "./figure-calls.ts";
import { LOGIN_CALLS } from "./login-calls.ts";
import {
  Acted,
  CheckoutReport,
  DeskOrder,
  FoundAddresses,
  FoundCheckouts,
  OrderCounts,
  OrderPage,
  OrderStates,
  OrderVersion,
} from "./order-answers.ts";
import type { DESK_PATHS, DeskCallName } from "./paths.ts";
import { AuditPage, People } from "./people-answers.ts";
import { PUBLISHING_CALLS } from "./publishing-calls.ts";
import { SECTION_CALLS } from "./section-calls.ts";
import { SentEvents, Waiting, WaitingCounts } from "./waiting-answers.ts";

const email = v.pipe(some(254), v.email());
const roles = v.pipe(
  v.array(v.picklist(DESK_ROLES)),
  v.minLength(1),
  v.transform((given) => [...new Set(given)]),
);
/** Returns the parameter for the last entry on the previous page: the number of an order or of an audit log entry. */
const after = (shape: RegExp) => v.optional(v.pipe(v.string(), v.regex(shape)));
const periods = Object.keys(DESK_PERIODS) as [DeskPeriod, ...DeskPeriod[]];
/** The table of the desk's calls. Router and browser are derived from it. */
export const DESK_CALLS = {
  ...LOGIN_CALLS,
  ...PUBLISHING_CALLS,
  ...FIGURE_CALLS,
  ...SECTION_CALLS,
  orders: {
    about: "A page of orders, newest first; `after` is `next` of the previous page",
    who: "seeOrders",
    query: v.object({
      text: v.optional(line(200), ""),
      filter: v.optional(v.picklist(DESK_FILTERS), "all"),
      period: v.optional(v.picklist(periods), "all"),
      after: after(/^K\d{1,15}$/),
    }),
    body: null,
    answer: OrderPage,
    fails: [],
  },
  orderCounts: {
    about: "The number of orders for each filter",
    who: "seeOrders",
    passive: true,
    query: v.object({ period: v.optional(v.picklist(periods), "all") }),
    body: null,
    answer: OrderCounts,
    fails: [],
  },
  orderStates: {
    about: "The state of each order in a list, newest first, and the number of newer ones; contains no personal data",
    who: "seeOrders",
    passive: true,
    query: v.object({
      /** Order numbers, separated by commas. */
      numbers: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^(K\d{1,15}(,K\d{1,15})*)?$/),
          v.transform((given) => (given === "" ? [] : given.split(","))),
          v.maxLength(MAX_STATES),
        ),
        "",
      ),
      filter: v.optional(v.picklist(DESK_FILTERS), "all"),
      period: v.optional(v.picklist(periods), "all"),
    }),
    body: null,
    answer: OrderStates,
    fails: [],
  },
  order: {
    about: "Everything about an order, with the available actions",
    who: "seeOrders",
    query: null,
    body: null,
    answer: DeskOrder,
    fails: ["notFound"],
  },
  orderVersion: {
    about: "The version of an order, to detect changes; contains no personal data",
    who: "seeOrders",
    passive: true,
    query: null,
    body: null,
    answer: OrderVersion,
    fails: ["notFound"],
  },
  act: {
    about: "Carry out an action on an order; `seen` is the `version` that was shown",
    who: "seeOrders",
    query: null,
    body: v.object({
      act: v.picklist(DESK_ORDER_ACTIONS),
      reason,
      /** The version of the order that the user saw. */
      seen: some(200),
      /** Whether the device has left the warehouse, so that it does not go back into stock. */
      sent: mayBeAbsent(v.boolean(), false),
      /** For `correctAddress`: the new address. */
      address: mayBeAbsent(
        v.object({
          address: line(200),
          number: line(50),
          postal_code: line(50),
          city: line(200),
          care_of: mayBeAbsent(line(200)),
          po_box: mayBeAbsent(line(200)),
        }),
      ),
      /**
       * For `correctAddress`, after `townDoubtful`: the town is right, although the register has other towns for its
       * postal code.
       */
      townConfirmed: mayBeAbsent(v.boolean(), false),
    }),
    also: ({ act }: { readonly act: DeskOrderAction }) => permitOf(act),
    answer: Acted,
    fails: ["notFound", "changed", "hindered", "reasonNeeded", "addressWrong", "townDoubtful"],
  },
  document: {
    about: "The picture of the identity document",
    who: "seeDocuments",
    query: null,
    body: v.object({ reason }),
    answer: v.object({ jpeg: v.string() }),
    fails: ["notFound", "noDocument", "documentMissing", "reasonNeeded"],
  },
  addresses: {
    about: "Addresses of the register that begin with what was typed",
    who: "decideOrders",
    query: v.object({ text: line(200) }),
    body: null,
    answer: FoundAddresses,
    fails: [],
  },
  waiting: {
    about: "What is waiting: the oldest 200 of each kind",
    who: "person",
    passive: true,
    query: v.object({ kind: v.optional(v.picklist(WAITING_KINDS)) }),
    body: null,
    answer: Waiting,
    fails: [],
  },
  waitingCounts: {
    about: "The number of each kind that are waiting",
    who: "person",
    passive: true,
    query: null,
    body: null,
    answer: WaitingCounts,
    fails: [],
  },
  retryWaiting: {
    about: "Try again now: a payment that is not settled, or a refund or job that was given up",
    who: "person",
    query: null,
    body: v.object({ reason }),
    answer: Nothing,
    fails: ["notFound", "alreadyDone", "forbidden", "reasonNeeded"],
  },
  checkouts: {
    about: "Checkouts and payments without an order, by a complete e-mail address, phone number or id",
    who: "seeOrders",
    query: v.object({ text: some(200) }),
    body: null,
    answer: FoundCheckouts,
    fails: [],
  },
  checkout: {
    about:
      "What a shopper did in a checkout; `id` is the first 8 characters of its id, `text` the search that found it",
    who: "seeOrders",
    query: v.object({ text: some(200) }),
    body: null,
    answer: CheckoutReport,
    fails: ["notFound"],
  },
  events: {
    about: "Server-sent events about what has changed, until the login ends",
    who: "person",
    passive: true,
    media: "text/event-stream",
    query: null,
    body: null,
    answer: SentEvents,
    fails: ["tooMany"],
  },
  audit: {
    about: "The audit log, newest first; `about` is an order's number, an e-mail or a phone number in full",
    who: "seeAudit",
    query: v.object({
      about: v.optional(line(254), ""),
      actor: v.optional(line(254), ""),
      after: after(/^[1-9]\d{0,14}$/),
    }),
    body: null,
    answer: AuditPage,
    fails: [],
  },
  people: { about: "Who may log in", who: "managePeople", query: null, body: null, answer: People, fails: [] },
  invite: {
    about: "Invite a person; only this answer contains the link",
    who: "managePeople",
    withoutProvider: true,
    query: null,
    body: v.object({ email, name: some(100), roles }),
    answer: People,
    fails: ["personExists"],
  },
  changePerson: {
    about: "Change roles, disable, enable, end all logins, or make a new link",
    who: "managePeople",
    query: null,
    body: v.variant("what", [
      v.object({ what: v.literal("roles"), roles }),
      v.object({ what: v.literal("disable") }),
      v.object({ what: v.literal("enable") }),
      v.object({ what: v.literal("endSessions") }),
      v.object({ what: v.literal("inviteAgain") }),
    ]),
    answer: People,
    fails: ["notFound", "lastAdmin", "providerOnly"],
  },
} as const satisfies Record<DeskCallName, DeskCall>;

type Calls = typeof DESK_CALLS;

/** The body of a call, as the server reads it and as the browser sends it. */
export type DeskBody<Name extends DeskCallName> = Read<Calls[Name]["body"]>;
export type SentDeskBody<Name extends DeskCallName> = Sent<Calls[Name]["body"]>;
/** The query of a call, as the server reads it and as the browser sends it. */
export type DeskQuery<Name extends DeskCallName> = Read<Calls[Name]["query"]>;
export type SentDeskQuery<Name extends DeskCallName> = Sent<Calls[Name]["query"]>;
/** The `:name` parts of a call's path. */
export type DeskParams<Name extends DeskCallName> = ParamsOf<(typeof DESK_PATHS)[Name][1]>;
/** The response of each call. */
export type DeskAnswers = { readonly [Name in DeskCallName]: Read<Calls[Name]["answer"]> };

const EVERY_CALL = ["unreadable", "otherSite", "fault", "unavailable"] as const satisfies readonly FailureName[];
/** Failures that every call with a login can have. */
const WITH_LOGIN = ["loginNeeded", "passkeyMissing", "forbidden"] as const satisfies readonly FailureName[];
export type DeskFailuresOf<Name extends DeskCallName> =
  | Calls[Name]["fails"][number]
  | (typeof EVERY_CALL | typeof WITH_LOGIN)[number]
  | "providerOnly";
export type DeskFailureName = DeskFailuresOf<DeskCallName>;

/** Returns all failures that a call can have, in the order of the table of failures. */
export function deskFailuresOf(name: DeskCallName): readonly FailureName[] {
  const { who, fails, withoutProvider }: DeskCall = DESK_CALLS[name];
  const named = new Set<FailureName>([
    ...fails,
    ...EVERY_CALL,
    ...(who === "anybody" ? [] : WITH_LOGIN),
    ...(withoutProvider ? (["providerOnly"] as const) : []),
  ]);
  return (Object.keys(FAILURES) as FailureName[]).filter((each) => named.has(each));
}
