import { isPrintable } from "#core/text/plain-text.ts";
import { DESK_ROLES, type DeskRole } from "./roles.ts";

/** What a login provider states about somebody (OpenID Connect Core 1.0, 5.1), with claims of its own. */
export type Claims = { readonly [name: string]: unknown };

/** Which values of a claim are our roles. A role without a row has no value. */
export type RoleValues = Readonly<Partial<Record<DeskRole, readonly string[]>>>;

/**
 * The value at a path such as `realm_access.roles`. A name may have dots itself, such as that of a client in `resource_access.desk.example.ch.roles` or
 * `https://example.ch/roles`: the longest name that is there counts. Undefined if there is none.
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

/** Somebody's roles at the desk: those with a value that the claim has. The claim is a list of texts, or one text. */
export function rolesIn(claims: Claims, path: string, values: RoleValues): readonly DeskRole[] {
  const claim = claimAt(claims, path);
  const held: ReadonlySet<unknown> = new Set(Array.isArray(claim) ? claim : [claim]);
  return DESK_ROLES.filter((role) => values[role]?.some((value) => held.has(value)));
}

/** The most characters, as for people who are invited. */
const LONGEST = { name: 100, email: 254 } as const;

/** The first of these claims with a readable text; null if none has. */
function firstText(claims: Claims, names: readonly string[], longest: number): string | null {
  const texts = names.map((name) => claims[name]).filter((claim) => typeof claim === "string");
  return (
    texts.map((text) => text.trim()).find((text) => text !== "" && text.length <= longest && isPrintable(text)) ?? null
  );
}

/**
 * How somebody is shown. Neither identifies the person: both may change, and two people may have the same. `email` is the e-mail in lower case,
 * otherwise the login name at the provider, otherwise the subject.
 */
export function shownAs(claims: Claims, subject: string): { readonly name: string; readonly email: string } {
  const email = (firstText(claims, ["email", "preferred_username", "upn"], LONGEST.email) ?? subject).toLowerCase();
  return { name: firstText(claims, ["name", "preferred_username"], LONGEST.name) ?? email, email };
}
