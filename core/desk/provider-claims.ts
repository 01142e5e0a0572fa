import { isPrintable } from "#core/text/plain-text.ts";
import { DESK_ROLES, type DeskRole } from "./roles.ts";

/** The claims of a login provider about a person (OpenID Connect Core 1.0, 5.1), including the provider's own. */
export type Claims = { readonly [name: string]: unknown };

/** For each role, the values of the claim that give it. A role without an entry is given to nobody. */
export type RoleValues = Readonly<Partial<Record<DeskRole, readonly string[]>>>;

/**
 * Returns the claim at a path such as `realm_access.roles`; undefined if there is none. Names can contain dots
 * themselves, such as that of a client in `resource_access.desk.example.ch.roles` or `https://example.ch/roles`, so the
 * longest name that exists is used.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (typeof claims !== "object" || claims === null) return undefined;
  if (Object.hasOwn(claims, path)) return (claims as Claims)[path];
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(claims, name) ? claimAt((claims as Claims)[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns a person's roles at the desk: each role with a configured value that is in the claim, which is a text or a
 * list of texts.
 */
export function rolesIn(claims: Claims, path: string, values: RoleValues): readonly DeskRole[] {
  const claim = claimAt(claims, path);
  const held: ReadonlySet<unknown> = new Set(Array.isArray(claim) ? claim : [claim]);
  return DESK_ROLES.filter((role) => values[role]?.some((value) => held.has(value)));
}

/** Maximum lengths in characters, the same as for invited people. */
const MAX_LENGTH = { name: 100, email: 254 } as const;

/** Returns the first of these claims that is a printable text and not too long; null if there is none. */
function firstText(claims: Claims, names: readonly string[], maxLength: number): string | null {
  const texts = names.map((name) => claims[name]).filter((claim) => typeof claim === "string");
  return (
    texts.map((text) => text.trim()).find((text) => text !== "" && text.length <= maxLength && isPrintable(text)) ??
    null
  );
}

/**
 * Returns the name and e-mail address to show for a person. Neither identifies the person: both can change, and two
 * people can share them. `email` is the e-mail address in lower case, or else the login name at the provider, or else
 * the subject.
 */
export function displayNames(claims: Claims, subject: string): { readonly name: string; readonly email: string } {
  const email = (firstText(claims, ["email", "preferred_username", "upn"], MAX_LENGTH.email) ?? subject).toLowerCase();
  return { name: firstText(claims, ["name", "preferred_username"], MAX_LENGTH.name) ?? email, email };
}
