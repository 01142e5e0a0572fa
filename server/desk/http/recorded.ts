import type { DeskAnswers, DeskBody, DeskQuery } from "#contract/desk/calls.ts";
import { DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import type { AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { UnavailableReason } from "#core/desk/order-actions.ts";
import type { DeskAction } from "#core/desk/audit-actions.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import type { FailureName } from "#contract/failures.ts";
import type { Result } from "#server/api/result.ts";
import type { DeskRequest } from "./call.ts";

/**
 * What the audit log records about a call: the action, the order or other subject, and the reason. `person`: the id of
 * a person at the desk, whose actor name is put before the reason.
 */
export type Recorded = {
  readonly action: DeskAction;
  readonly named?: string;
  readonly reason?: string;
  readonly person?: string;
};
type InSection = { readonly params: { readonly section: string } };
type Row<Name extends DeskCallName> = null | ((request: DeskRequest<Name>) => Recorded | null);

/**
 * Returns what a call about drafts and versions is about. An unknown kind is refused, and recorded as the catalogue.
 */
const publishedIn = ({ kind }: { readonly kind: string }) => (kind === "texts" ? "texts" : "catalogue");

/**
 * The entry in the audit log for each call. It is written before the handler runs; if that fails, nothing is read or
 * done. The outcome is a separate entry, written afterwards (`outcomeOf`). Null if the call shows no person's data and
 * changes nothing, or if it writes its own entry, as a login does.
 */
export const RECORDED: { readonly [Name in DeskCallName]: Row<Name> } = {
  me: null,
  loginWay: null,
  login: null,
  passkeyLoginOptions: null,
  passkeyLogin: null,
  beginProviderLogin: null,
  providerReturn: null,
  providerLogout: null,
  logout: null,
  invitation: null,
  acceptInvitation: null,
  changePassword: () => ({ action: "desk password change" }),
  // These show only the person's own data.
  passkeys: null,
  passkeyOptions: null,
  addPasskey: () => ({ action: "desk passkey add" }),
  removePasskey: () => ({ action: "desk passkey remove" }),
  logins: null,
  endLogin: () => ({ action: "desk logins end" }),
  endOtherLogins: () => ({ action: "desk logins end others" }),
  orders: ({ query }: { readonly query: DeskQuery<"orders"> }) =>
    query.text === "" ? { action: "desk orders list" } : { action: "desk orders find", named: query.text },
  orderCounts: null,
  // Numbers and states, without personal data.
  orderStates: null,
  order: ({ params }) => ({ action: "desk orders show", named: params.number }),
  orderVersion: null,
  act: ({ params, body }: { readonly params: { readonly number: string }; readonly body: DeskBody<"act"> }) => ({
    action: `desk orders ${body.act}`,
    named: params.number,
    reason: body.reason,
  }),
  document: ({ params, body }) => ({ action: "desk documents show", named: params.number, reason: body.reason }),
  // The public register of addresses, without personal data.
  addresses: null,
  // Order numbers, without personal data.
  waiting: null,
  waitingCounts: null,
  retryWaiting: ({ params, body }) => ({
    action: "desk waiting retry",
    named: params.id,
    reason: `${params.kind} ${params.id}: ${body.reason}`,
  }),
  checkouts: ({ query }) => ({ action: "desk checkouts find", named: query.text }),
  checkout: ({ params, query }) => ({ action: "desk checkouts show", named: query.text, reason: params.id }),
  // These show no personal data, and a draft does not change what is live.
  published: null,
  publishedSchemas: null,
  publishedVersion: null,
  publishedChanges: null,
  newDraft: null,
  draft: null,
  saveDraft: null,
  discardDraft: ({ params }) => ({ action: `desk ${publishedIn(params)} discard`, reason: params.id }),
  submitDraft: ({ params, body }) => ({
    action: `desk ${publishedIn(params)} submit`,
    reason: `draft ${params.id} for ${body.from instanceof Date ? body.from.toISOString() : "now"}: ${body.reason}`,
  }),
  decideActivation: ({ params, body }) => ({
    action: `desk ${publishedIn(params)} ${body.confirm ? "activate" : "reject"}`,
    reason: `request ${params.id}: ${body.reason}`,
  }),
  cancelActivation: ({ params, body }) => ({
    action: `desk ${publishedIn(params)} cancel`,
    reason: `activation ${params.id}: ${body.reason}`,
  }),
  rollback: ({ params, body }) => ({
    action: `desk ${publishedIn(params)} rollback`,
    reason: `version ${body.version}: ${body.reason}`,
  }),
  stock: null,
  stockLedger: null,
  changeStock: ({ params, body }) => ({
    action: `desk stock ${body.kind}`,
    reason: `${params.article} ${body.pieces}: ${body.reason}`,
  }),
  experiments: null,
  beginExperiment: ({ body: { experiment, perArm, lastDay, hypothesis } }) => ({
    action: "desk experiments begin",
    reason: `${experiment}, ${perArm} in each arm, until ${lastDay}: ${hypothesis}`,
  }),
  stopExperiment: ({ params, body }) => ({
    action: "desk experiments stop",
    reason: `run ${params.id}: ${body.reason}`,
  }),
  adoptExperiment: ({ params, body }) => ({
    action: "desk experiments adopt",
    reason: `arm ${body.arm} of run ${params.id}: ${body.reason}`,
  }),
  // Only names of pages and numbers of requests.
  sections: null,
  section: ({ params, query }: InSection & { readonly query: DeskQuery<"section"> }) =>
    query.text === ""
      ? { action: "desk sections list", reason: params.section }
      : { action: "desk sections find", named: query.text, reason: params.section },
  sectionCsv: ({ params, query }: InSection & { readonly query: DeskQuery<"sectionCsv"> }) => ({
    action: "desk sections export",
    ...(query.text !== "" && { named: query.text }),
    reason: params.section,
  }),
  // What was entered may be about a person, so the log, which keeps everything, does not have it.
  sectionAct: ({ params, body }) => ({
    action: "desk sections act",
    ...(body.row !== null && { named: body.row }),
    reason: `${params.section} ${params.act}: ${body.reason}`,
  }),
  decideSectionRequest: ({ params, body }) => ({
    action: `desk sections ${body.confirm ? "confirm" : "reject"}`,
    reason: `${params.section}, request ${params.id}: ${body.reason}`,
  }),
  // Figures without personal data. The download is recorded because the figures leave the desk.
  board: null,
  boardCsv: ({ query }: { readonly query: DeskQuery<"boardCsv"> }) => ({
    action: "desk board export",
    reason: [query.chart, query.period, query.day, query.family].filter(Boolean).join(", "),
  }),
  events: null,
  audit: ({ query }) => ({ action: "desk audit show", ...(query.about !== "" && { named: query.about }) }),
  people: null,
  invite: ({ body }) => ({
    action: "desk people invite",
    named: body.email,
    reason: `${normaliseEmail(body.email)}: ${body.roles.join(", ")}`,
  }),
  changePerson: ({ params, body }) => ({
    action: `desk people ${body.what}`,
    person: params.id,
    ...(body.what === "roles" && { reason: body.roles.join(", ") }),
  }),
};

/** How the outcome is derived, for calls whose success is not simply `done`. */
const ENDED: { readonly [Name in DeskCallName]?: (answer: DeskAnswers[Name]) => AuditOutcome } = {
  act: ({ done }) => ({ kind: done }),
  sectionAct: ({ done }) => ({ kind: done }),
};

/** Returns the outcome of a recorded call; null for a successful view, for which the first entry is enough. */
export function outcomeOf(name: DeskCallName, result: Result<unknown, FailureName>): AuditOutcome | null {
  if (!result.ok) {
    const { failure } = result;
    return refusedBy(failure.name, "hindrance" in failure ? failure.hindrance : undefined);
  }
  if (DESK_PATHS[name][0] === "GET") return null;
  return (ENDED[name] as ((answer: unknown) => AuditOutcome) | undefined)?.(result.value) ?? { kind: "done" };
}

export const refusedBy = (failure: FailureName, hindrance?: UnavailableReason): AuditOutcome => ({
  kind: "refused",
  failure,
  hindrance: hindrance ?? null,
});
