import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Account } from "#server/sale/identity/account.ts";
import { accountOfToken } from "#server/sale/identity/tokens.ts";

/** What the calls about one's own account need. */
export type AccountNeeds = { readonly db: Database; readonly now: Clock; readonly security: SecurityLog };
export type Caller = { readonly account: Account; readonly token: string };

/** The account of the caller's token; 401 without a valid one. */
export async function callersAccount(
  { db, now }: Pick<AccountNeeds, "db" | "now">,
  token: string | null,
): Promise<Result<Caller, "loginNeeded">> {
  const account = token === null ? null : await accountOfToken(db, token, now());
  return account && token !== null ? ok({ account, token }) : fail("loginNeeded");
}
