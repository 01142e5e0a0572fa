import { type Handler } from "#server/calls/call.ts";
import { fail, ok } from "#server/calls/result.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { accountOfToken } from "#server/sale/identity/accounts.ts";

/** POST /me: whose token it is. The token may be in the body or in the Authorization header. */
export function me(services: { readonly db: Database; readonly now: Clock }): Handler<"me"> {
  return async ({ body, token }) => {
    const given = body.token ?? token;
    const account = given ? await accountOfToken(services.db, given, services.now()) : null;
    if (!account) return fail("loginNeeded");
    const contracts = (account.profile.contracts ?? []).map(({ contractType }) => ({ contractType }));
    const userId = account.profile.userId ?? account.id;
    return ok({ user: { body: { user: { userId, contracts } } } });
  };
}
