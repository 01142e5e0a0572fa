import * as v from "valibot";
import { DESK_PERMITS, DESK_ROLES, type DeskPermit } from "../../core/desk/roles.ts";
import { AtOrNull, TextOrNull } from "./fields.ts";
import { At, list } from "../schemas/fields.ts";

const Roles = list(v.picklist(DESK_ROLES));

/** The person who is logged in. */
export const Me = v.object({
  /** The page sends this id with each call, in the header `SHOWN_PERSON`. */
  id: v.string(),
  name: v.string(),
  email: v.string(),
  roles: Roles,
  permits: list(v.picklist(Object.keys(DESK_PERMITS) as DeskPermit[])),
  /** The name of the shop. */
  brand: v.string(),
  /** The latest time at which this login ends. */
  endsAt: At,
  /** Whether the person logs in at the provider, and therefore has no password and no passkeys here. */
  provider: v.boolean(),
});
export type Me = v.InferOutput<typeof Me>;

/** How people log in. */
export const LoginWay = v.object({ provider: v.boolean(), brand: v.string() });

/** `device`: where the passkey was added, such as `Firefox, Windows`. */
const Passkey = v.object({ id: v.string(), device: TextOrNull, since: At, lastUsed: AtOrNull });
/** `required`: the last passkey cannot be removed. */
export const Passkeys = v.object({ passkeys: list(Passkey), required: v.boolean() });

/** `current`: the login that made this call. */
const Login = v.object({ id: v.string(), device: TextOrNull, since: At, lastUsed: At, current: v.boolean() });
export const Logins = v.object({ logins: list(Login) });

/** A person who may log in at the desk. */
const Person = v.object({
  id: v.string(),
  /** The person's name in the audit log. */
  actor: v.string(),
  name: v.string(),
  email: v.string(),
  roles: Roles,
  state: v.picklist(["invited", "active", "disabled"]),
  lastSeen: AtOrNull,
  /**
   * Whether the person logs in at the provider. Depending on `LoginWay`, either only these people can log in, or only
   * the others.
   */
  provider: v.boolean(),
  passkeys: v.number(),
});
export type Person = v.InferOutput<typeof Person>;
/** `link`: the link of a new invitation. No other response contains it. */
export const People = v.object({ people: list(Person), link: TextOrNull });
export type People = v.InferOutput<typeof People>;

/** The outcome of an audited action (`AuditOutcome` in core). */
const Outcome = v.variant("kind", [
  v.object({ kind: v.picklist(["done", "asked", "failed"]) }),
  v.object({ kind: v.literal("refused"), failure: v.string(), hindrance: TextOrNull }),
]);
/**
 * `outcome`: null for showing something successfully, for a login, for an interrupted action, and for entries from
 * before outcomes were recorded.
 */
const AuditLine = v.object({
  seq: v.number(),
  at: At,
  actor: v.string(),
  action: v.string(),
  subject: TextOrNull,
  reason: TextOrNull,
  outcome: v.nullable(Outcome),
});
export const AuditPage = v.object({ lines: list(AuditLine), next: TextOrNull });
