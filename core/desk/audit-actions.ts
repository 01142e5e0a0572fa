import { DESK_ORDER_ACTIONS, type DeskOrderAction } from "./order-actions.ts";

/**
 * Actions that the desk records in the audit log, except order actions and attempts without a permit.
 * `locales/…/desk/audit.json` has a text for each.
 */
export const DESK_ACTIONS = [
  "login",
  "logout",
  "logout by the provider",
  "password change",
  "passkey add",
  "passkey remove",
  "logins end",
  "logins end others",
  "orders list",
  "orders find",
  "orders show",
  "documents show",
  "checkouts find",
  "checkouts show",
  "waiting retry",
  "catalogue deliver",
  "catalogue discard",
  "catalogue submit",
  "catalogue activate",
  "catalogue reject",
  "catalogue cancel",
  "catalogue rollback",
  "texts discard",
  "texts submit",
  "texts activate",
  "texts reject",
  "texts cancel",
  "texts rollback",
  "stock received",
  "stock counted",
  "stock corrected",
  "experiments begin",
  "experiments stop",
  "experiments adopt",
  "sections list",
  "sections find",
  "sections export",
  "sections act",
  "sections confirm",
  "sections reject",
  "board export",
  "audit show",
  "people invite",
  "people roles",
  "people disable",
  "people enable",
  "people endSessions",
  "people inviteAgain",
] as const;
type NamedAction = (typeof DESK_ACTIONS)[number];

/** The action in an audit entry that the desk writes. `refused`: a call for which the person lacked the permit. */
export type DeskAction = `desk ${NamedAction | `orders ${DeskOrderAction}` | `refused ${string}`}`;

/** A parsed action. `other`: a shell command, or an action from another version. */
export type ReadAction =
  | { readonly kind: "named"; readonly name: NamedAction }
  | { readonly kind: "act"; readonly act: DeskOrderAction }
  | { readonly kind: "refused"; readonly call: string }
  | { readonly kind: "other"; readonly text: string };

/** Parses the action of an audit entry. */
export function readAction(text: string): ReadAction {
  const [, action = ""] = /^desk (.+)$/.exec(text) ?? [];
  const name = DESK_ACTIONS.find((each) => each === action);
  if (name) return { kind: "named", name };
  const act = DESK_ORDER_ACTIONS.find((each) => `orders ${each}` === action);
  if (act) return { kind: "act", act };
  const [, call] = /^refused (\w+)$/.exec(action) ?? [];
  return call === undefined ? { kind: "other", text } : { kind: "refused", call };
}
