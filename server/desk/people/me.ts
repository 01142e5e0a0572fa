import type { Me } from "#contract/desk/people-answers.ts";
import { DESK_ROLES, permitsOf } from "#core/desk/roles.ts";
import { ok } from "#server/calls/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskPerson } from "#server/operator/people/people.ts";
import type { DeskSession } from "#server/operator/people/sessions.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

type Needs = Pick<DeskServices, "brand">;

/** Who is logged in, as the browser needs it. */
export function meOf(
  { brand }: Needs,
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

/** GET /me: who is logged in. */
export function me(services: Needs): DeskHandler<"me"> {
  return async ({ person, session }) => ok(meOf(services, person, session));
}

/** GET /login: whether people log in at a provider. */
export function loginWay({
  brand,
  loginProvider,
}: Pick<DeskServices, "brand" | "loginProvider">): DeskHandler<"loginWay"> {
  return async () => ok({ provider: loginProvider !== null, brand: brand.name });
}
