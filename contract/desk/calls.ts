import * as v from "valibot";
import { ACT_RULES, DESK_ACTS, REASON_LENGTH, type DeskAct } from "../../core/desk/acts.ts";
import type { DeskPermit } from "../../core/desk/roles.ts";
import { DESK_ROLES } from "../../core/desk/roles.ts";
import { DESK_FILTERS, DESK_PERIODS, type DeskPeriod } from "../../core/desk/states.ts";
import { WAITING_KINDS } from "../../core/desk/waiting.ts";
import { isPrintable } from "../../core/plain-text.ts";
import type { DeskFailureName } from "./failures.ts";
import type { DeskCallName } from "./paths.ts";

type Schema = v.GenericSchema<unknown, object>;

/** A call of the desk. */
export type DeskCall = {
  /** One sentence for docs/desk.md. */
  readonly about: string;
  /** Who may call it: anybody, whoever is logged in, or whoever has a permit. */
  readonly who: "anybody" | "person" | DeskPermit;
  /** A permit that it needs as well, by what is asked for. */
  readonly also?: (body: never) => DeskPermit;
  readonly query: Schema | null;
  readonly body: Schema | null;
  /** A page makes it by itself, again and again, so it is no use of the login, which ends without use. */
  readonly passive?: true;
  /** The failures that its handler returns, beside those of every call. */
  readonly fails: readonly DeskFailureName[];
};

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max), v.check(isPrintable));
const some = (max: number) => v.pipe(line(max), v.nonEmpty());
const email = v.pipe(some(254), v.email());
const secret = v.pipe(v.string(), v.maxLength(200));
const password = v.pipe(v.string(), v.maxLength(1000));
/** A reason for the record; its length is checked by the handler, which has a sentence for it. */
const reason = v.pipe(v.string(), v.trim(), v.maxLength(REASON_LENGTH.max), v.check(isPrintable));
const roles = v.pipe(v.array(v.picklist(DESK_ROLES)), v.minLength(1));
/** The last thing of the page before: the number of an order, or of a line. */
const after = (shape: RegExp) => v.optional(v.pipe(v.string(), v.regex(shape)));
const periods = Object.keys(DESK_PERIODS) as [DeskPeriod, ...DeskPeriod[]];

/** The table of the desk's calls. Router and browser are derived from it. */
export const DESK_CALLS = {
  me: { about: "Who is logged in, and what they may do", who: "person", query: null, body: null, fails: [] },
  login: {
    about: "Log in with e-mail and password; sets the cookie",
    who: "anybody",
    query: null,
    body: v.object({ email: line(254), password }),
    fails: ["loginWrong", "tooMany"],
  },
  logout: { about: "End this login", who: "person", query: null, body: v.object({}), fails: [] },
  invitation: {
    about: "Whom an invitation is for",
    who: "anybody",
    query: null,
    body: v.object({ secret }),
    fails: ["invitationDead", "tooMany"],
  },
  acceptInvitation: {
    about: "Choose a password with an invitation, once, and log in",
    who: "anybody",
    query: null,
    body: v.object({ secret, password }),
    fails: ["invitationDead", "passwordWeak", "tooMany"],
  },
  orders: {
    about: "A page of orders, newest first; `after` is `next` of the page before",
    who: "seeOrders",
    query: v.object({
      text: v.optional(line(200), ""),
      filter: v.optional(v.picklist(DESK_FILTERS), "all"),
      period: v.optional(v.picklist(periods), "all"),
      after: after(/^K\d{1,15}$/),
    }),
    body: null,
    fails: [],
  },
  orderCounts: {
    about: "How many orders each filter has",
    who: "seeOrders",
    passive: true,
    query: v.object({ period: v.optional(v.picklist(periods), "all") }),
    body: null,
    fails: [],
  },
  order: {
    about: "Everything about an order, and the acts that it permits",
    who: "seeOrders",
    query: null,
    body: null,
    fails: ["notFound"],
  },
  orderVersion: {
    about: "Whether an order has changed, without a look at the person",
    who: "seeOrders",
    passive: true,
    query: null,
    body: null,
    fails: ["notFound"],
  },
  act: {
    about: "Do something to an order as it was shown: `seen` is its `version`",
    who: "seeOrders",
    query: null,
    body: v.object({
      act: v.picklist(DESK_ACTS),
      reason,
      /** The version of the order that was shown. */
      seen: some(200),
      /** Its device has left the warehouse and does not go back into stock. */
      sent: v.optional(v.boolean(), false),
    }),
    also: ({ act }: { readonly act: DeskAct }) => ACT_RULES[act].permit,
    fails: ["notFound", "changed", "hindered", "reasonNeeded"],
  },
  document: {
    about: "The picture of the identity document",
    who: "seeDocuments",
    query: null,
    body: v.object({ reason }),
    fails: ["notFound", "noDocument", "documentMissing", "reasonNeeded"],
  },
  waiting: {
    about: "What waits for somebody, the oldest of each kind",
    who: "seeOrders",
    query: v.object({ kind: v.optional(v.picklist(WAITING_KINDS)) }),
    body: null,
    fails: [],
  },
  waitingCounts: {
    about: "How many things of each kind wait",
    who: "seeOrders",
    passive: true,
    query: null,
    body: null,
    fails: [],
  },
  audit: {
    about: "The audit log, newest first; `about` is what was named, such as an e-mail",
    who: "seeAudit",
    query: v.object({
      about: v.optional(line(254), ""),
      actor: v.optional(line(254), ""),
      after: after(/^[1-9]\d{0,14}$/),
    }),
    body: null,
    fails: [],
  },
  people: { about: "Who may log in", who: "managePeople", query: null, body: null, fails: [] },
  invite: {
    about: "Invite somebody; answers the link once",
    who: "managePeople",
    query: null,
    body: v.object({ email, name: some(100), roles }),
    fails: ["personExists"],
  },
  changePerson: {
    about: "Change roles, disable, enable, end the logins, or invite again",
    who: "managePeople",
    query: null,
    body: v.variant("what", [
      v.object({ what: v.literal("roles"), roles }),
      v.object({ what: v.literal("disable") }),
      v.object({ what: v.literal("enable") }),
      v.object({ what: v.literal("endSessions") }),
      v.object({ what: v.literal("inviteAgain") }),
    ]),
    fails: ["notFound", "lastAdmin"],
  },
} as const satisfies Record<DeskCallName, DeskCall>;

type Calls = typeof DESK_CALLS;
type Output<S> = S extends Schema ? v.InferOutput<S> : null;
type Input<S> = S extends Schema ? v.InferInput<S> : null;

/** The body of a call, as the server reads it and as the browser sends it. */
export type DeskBody<Name extends DeskCallName> = Output<Calls[Name]["body"]>;
export type SentDeskBody<Name extends DeskCallName> = Input<Calls[Name]["body"]>;
/** The query of a call, likewise. */
export type DeskQuery<Name extends DeskCallName> = Output<Calls[Name]["query"]>;
export type SentDeskQuery<Name extends DeskCallName> = Input<Calls[Name]["query"]>;

/** Failures that every call can have. */
type EveryCall = "unreadable" | "loginNeeded" | "forbidden" | "otherSite" | "fault" | "unavailable";
export type DeskFailuresOf<Name extends DeskCallName> = Calls[Name]["fails"][number] | EveryCall;
