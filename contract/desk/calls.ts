import * as v from "valibot";
import { DESK_ACTS, REASON_LENGTH } from "../../core/desk/acts.ts";
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
  /** Who may call it: anybody, whoever is logged in, or whoever has a permit. */
  readonly who: "anybody" | "person" | DeskPermit;
  readonly query: Schema | null;
  readonly body: Schema | null;
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
const after = v.optional(v.pipe(v.string(), v.regex(/^[\w:.+ -]{1,80}$/)));
const periods = Object.keys(DESK_PERIODS) as [DeskPeriod, ...DeskPeriod[]];

/** The table of the desk's calls. Router and browser are derived from it. */
export const DESK_CALLS = {
  me: { who: "person", query: null, body: null, fails: [] },
  login: {
    who: "anybody",
    query: null,
    body: v.object({ email: line(254), password }),
    fails: ["loginWrong", "tooMany"],
  },
  logout: { who: "person", query: null, body: v.object({}), fails: [] },
  invitation: { who: "anybody", query: null, body: v.object({ secret }), fails: ["invitationDead", "tooMany"] },
  acceptInvitation: {
    who: "anybody",
    query: null,
    body: v.object({ secret, password }),
    fails: ["invitationDead", "passwordWeak", "tooMany"],
  },
  orders: {
    who: "seeOrders",
    query: v.object({
      text: v.optional(line(200), ""),
      filter: v.optional(v.picklist(DESK_FILTERS), "all"),
      period: v.optional(v.picklist(periods), "all"),
      after,
    }),
    body: null,
    fails: [],
  },
  orderCounts: {
    who: "seeOrders",
    query: v.object({ period: v.optional(v.picklist(periods), "all") }),
    body: null,
    fails: [],
  },
  order: { who: "seeOrders", query: null, body: null, fails: ["notFound"] },
  orderVersion: { who: "seeOrders", query: null, body: null, fails: ["notFound"] },
  act: {
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
    fails: ["notFound", "forbidden", "changed", "hindered", "reasonNeeded"],
  },
  document: { who: "seeDocuments", query: null, body: v.object({ reason }), fails: ["notFound", "reasonNeeded"] },
  waiting: {
    who: "seeOrders",
    query: v.object({ kind: v.optional(v.picklist(WAITING_KINDS)) }),
    body: null,
    fails: [],
  },
  waitingCounts: { who: "seeOrders", query: null, body: null, fails: [] },
  audit: {
    who: "seeAudit",
    query: v.object({ about: v.optional(line(254), ""), actor: v.optional(line(254), ""), after }),
    body: null,
    fails: [],
  },
  people: { who: "managePeople", query: null, body: null, fails: [] },
  invite: {
    who: "managePeople",
    query: null,
    body: v.object({ email, name: some(100), roles }),
    fails: ["personExists"],
  },
  changePerson: {
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
