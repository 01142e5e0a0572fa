import * as v from "valibot";
import type { RoleValues } from "#core/desk/provider-claims.ts";
import { DESK_ROLES, isDeskRole, type DeskRole } from "#core/desk/roles.ts";
import { eachEntry } from "./list-schemas.ts";
import { isWebAddress } from "./schemas.ts";

/** Schemas for values that a login provider defines, like those in `schemas.ts`. */

/**
 * The issuer's URL. It must equal the issuer in the provider's metadata exactly, so it is not normalised (OpenID
 * Connect Discovery 1.0, 4.3).
 */
export const issuerAddress = v.pipe(
  v.string(),
  v.check(
    (value) => isWebAddress(value) && !/[?#\s]/.test(value),
    "must be the provider's issuer as in its metadata, such as https://login.example.ch/realms/staff",
  ),
);

export const openIdScope = v.pipe(
  v.string(),
  v.check(
    (value) => /^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(value) && value.split(" ").includes("openid"),
    "must be a list of scopes separated by spaces, including openid",
  ),
);

/** The path of a claim: names separated by dots. */
export const claimPath = v.pipe(
  v.string(),
  v.regex(/^[^\s.](?:[^\s]{0,198}[^\s.])?$/, "must be the name of a claim, such as roles or realm_access.roles"),
);

/** `role=value,…`. A role can have several values, and a value can give several roles. */
export const roleValues = v.pipe(
  v.string(),
  v.transform((text): readonly string[] => text.split(",").map((part) => part.trim())),
  eachEntry(
    (part) => isDeskRole(readRole(part).role) && readRole(part).value !== "",
    `must be a list such as support=Desk-Support,admin=Desk-Admins, with the roles ${DESK_ROLES.join(", ")}`,
  ),
  v.transform((parts): RoleValues => {
    const rows = parts.map(readRole);
    return Object.fromEntries(
      DESK_ROLES.map((role): [DeskRole, readonly string[]] => [
        role,
        rows.filter((row) => row.role === role).map(({ value }) => value),
      ]),
    );
  }),
);

function readRole(part: string): { readonly role: string; readonly value: string } {
  const [role = "", ...value] = part.split("=");
  return { role: role.trim(), value: value.join("=").trim() };
}
