import type { DeskBody, DeskQuery } from "#contract/desk/calls.ts";
import type { DeskCallName } from "#contract/desk/paths.ts";
import type { DeskRequest } from "./call.ts";

/** What the audit log says of a call: which order or what else was named, and why. */
type Recorded = { readonly action: string; readonly named?: string; readonly reason?: string };
type Row<Name extends DeskCallName> = null | ((request: DeskRequest<Name>) => Recorded | null);

/**
 * The line that each call has in the audit log, written before its handler runs: without it nothing is read or done. Null: the call shows no
 * person and changes nothing, or it writes its own line, as a login does.
 */
export const RECORDED: { readonly [Name in DeskCallName]: Row<Name> } = {
  me: null,
  login: null,
  logout: null,
  invitation: null,
  acceptInvitation: null,
  orders: ({ query }: { readonly query: DeskQuery<"orders"> }) =>
    query.text === "" ? { action: "desk orders list" } : { action: "desk orders find", named: query.text },
  orderCounts: null,
  order: ({ params }) => ({ action: "desk orders show", named: params.number }),
  orderVersion: null,
  act: ({ params, body }: { readonly params: { readonly number: string }; readonly body: DeskBody<"act"> }) => ({
    action: `desk orders ${body.act}`,
    named: params.number,
    reason: body.reason,
  }),
  document: ({ params, body }) => ({ action: "desk documents show", named: params.number, reason: body.reason }),
  // Orders by their numbers alone.
  waiting: null,
  waitingCounts: null,
  audit: ({ query }) => ({ action: "desk audit show", ...(query.about !== "" && { named: query.about }) }),
  people: null,
  invite: ({ body }) => ({ action: "desk people invite", named: body.email, reason: body.roles.join(", ") }),
  changePerson: ({ params, body }) => ({
    action: `desk people ${body.what}`,
    reason: body.what === "roles" ? `${params.id}: ${body.roles.join(", ")}` : params.id,
  }),
};
