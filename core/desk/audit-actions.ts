import { DESK_ORDER_ACTIONS, type DeskOrderAction } from "./order-actions.ts";

/** What the desk records in the audit log, beside acts on an order and attempts without a permit. `locales/…/desk/audit.json` has words for each. */
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

/** The action of a line that the desk writes. `refused`: a call for which somebody lacked the permit. */
export type DeskAction = `desk ${NamedAction | `orders ${DeskOrderAction}` | `refused ${string}`}`;

/** What the action of a line says. `other`: a command of the shell, or an action of another version. */
export type ReadAction =
  | { readonly kind: "named"; readonly name: NamedAction }
  | { readonly kind: "act"; readonly act: DeskOrderAction }
  | { readonly kind: "refused"; readonly call: string }
  | { readonly kind: "other"; readonly text: string };

/** Reads the action of a line. */
export function readAction(text: string): ReadAction {
  const [, said = ""] = /^desk (.+)$/.exec(text) ?? [];
  const name = DESK_ACTIONS.find((each) => each === said);
  if (name) return { kind: "named", name };
  const act = DESK_ORDER_ACTIONS.find((each) => `orders ${each}` === said);
  if (act) return { kind: "act", act };
  const [, call] = /^refused (\w+)$/.exec(said) ?? [];
  return call === undefined ? { kind: "other", text } : { kind: "refused", call };
}
