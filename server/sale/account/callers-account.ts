import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/calls/result.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { beginOfLogin } from "#server/sale/identity/tokens.ts";
import { type Account, accountOfToken } from "#server/sale/identity/accounts.ts";

/** What the calls about one's own account need. */
export type AccountNeeds = { readonly db: Database; readonly now: Clock; readonly security: SecurityLog };
export type Caller = { readonly account: Account; readonly token: string };

/** Ways to log in are changed only with a login of the last 30 minutes: a stolen one should not become a lasting one (OWASP ASVS 5.0, 7.5.1). */
const FRESH_MS = 30 * 60_000;

/** The account of a caller who logged in lately. */
export async function freshCaller(
  services: Pick<AccountNeeds, "db" | "now">,
  token: string | null,
): Promise<Result<Caller, "loginNeeded" | "loginTooOld">> {
  const caller = await callersAccount(services, token);
  if (!caller.ok) return caller;
  const since = await beginOfLogin(services.db, caller.value.token);
  return services.now().getTime() - since.getTime() > FRESH_MS ? fail("loginTooOld") : caller;
}

/** The account of the caller's token; 401 without a valid one. */
export async function callersAccount(
  { db, now }: Pick<AccountNeeds, "db" | "now">,
  token: string | null,
): Promise<Result<Caller, "loginNeeded">> {
  const account = token === null ? null : await accountOfToken(db, token, now());
  return account && token !== null ? ok({ account, token }) : fail("loginNeeded");
}
