import type { Brand } from "#server/shop/brand/brand.ts";
import type { Me } from "#contract/desk/people-answers.ts";
import { DESK_ROLES, permitsOf } from "#core/desk/roles.ts";
import { ok, fail, type Result } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import type { DeskSession } from "#server/operator/desk-people/sessions.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { DESK_API, DESK_LOGIN_PAGE, DESK_PATHS } from "#contract/desk/paths.ts";
import type { Config } from "#server/config/config.ts";

/** Returns the person who is logged in, as the browser gets it. */
export function meOf(
  brand: Pick<Brand, "name">,
  { id, name, email, roles, issuer }: DeskPerson,
  { endsAt }: Pick<DeskSession, "endsAt">,
): Me {
  const ordered = DESK_ROLES.filter((role) => roles.includes(role));
  return {
    id,
    name,
    email: readableEmail(email),
    roles: ordered,
    permits: permitsOf(ordered),
    brand: brand.name,
    endsAt: endsAt.toISOString(),
    provider: issuer !== null,
  };
}

/** GET /me: returns the person who is logged in. */
export function me({ brand }: Pick<DeskServices, "brand">): DeskHandler<"me"> {
  return async ({ person, session }) => ok(meOf(brand, person, session));
}

/** GET /login: returns whether people log in at a provider. */
export function loginWay({
  brand,
  loginProvider,
}: Pick<DeskServices, "brand" | "loginProvider">): DeskHandler<"loginWay"> {
  return async () => ok({ provider: loginProvider !== null, brand: brand.name });
}

/** Returns the login provider's response, or a failure if it does not respond, in which case the reason is logged. */
export async function fromProvider<T>(log: DeskServices["log"], asked: Promise<T>): Promise<Result<T, "providerDown">> {
  try {
    return ok(await asked);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn({ error: error.message }, "the login provider of the desk did not answer");
    return fail("providerDown");
  }
}

type Addresses = Pick<Config, "deskUrl" | "publicUrl">;

/** Returns the desk's URL, without a path. Where only commands run, `deskUrl` may not be set. */
export const deskBaseUrl = ({ deskUrl, publicUrl }: Addresses): string => deskUrl ?? publicUrl;

/** Returns the redirect URL that has to be registered at the login provider. */
export const returnAddress = (config: Addresses): string =>
  `${deskBaseUrl(config)}${DESK_API}${DESK_PATHS.providerReturn[1]}`;

/** Returns the URL to which the provider redirects after a logout. */
export const loginPageAddress = (config: Addresses): string => `${deskBaseUrl(config)}${DESK_LOGIN_PAGE}`;
