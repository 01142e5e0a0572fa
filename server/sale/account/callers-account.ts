import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { beginOfLogin } from "#server/sale/identity/tokens.ts";
import { type Account, accountOfToken, accountByBaseId, accountByEmail } from "#server/sale/identity/accounts.ts";
import type { BaseCustomer, CustomerBase } from "#server/sale/identity/profile.ts";
import { passwordMatches } from "#server/authentication/passwords.ts";
import type { Proof } from "#server/sale/identity/passkeys.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";

type Caller = { readonly account: Account; readonly token: string };

/** Ways to log in are changed only with a login of the last 30 minutes: a stolen one should not become a lasting one (OWASP ASVS 5.0, 7.5.1). */
const FRESH_MS = 30 * 60_000;

/** Whose account it is that somebody logs in to or asks about. Made once, from the accounts and the customer base. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: CustomerBase;
}) {
  const { db, now, customers } = needs;
  const link = (customer: BaseCustomer): Promise<Account> =>
    db.transaction().execute((tx) => linkBaseCustomer(tx, customer));

  /** The account of the caller's token; 401 without a valid one. */
  async function ofCaller(token: string | null): Promise<Result<Caller, "loginNeeded">> {
    const account = token === null ? null : await accountOfToken(db, token, now());
    return account && token !== null ? ok({ account, token }) : fail("loginNeeded");
  }

  return {
    ofCaller,

    /** The account of a caller who logged in lately. */
    async ofFreshCaller(token: string | null): Promise<Result<Caller, "loginNeeded" | "loginTooOld">> {
      const caller = await ofCaller(token);
      if (!caller.ok) return caller;
      const since = await beginOfLogin(db, caller.value.token);
      return now().getTime() - since.getTime() > FRESH_MS ? fail("loginTooOld") : caller;
    },

    /**
     * Whose password this is. A customer of the base has the base's standing, contracts and data however they log in,
     * so the base is asked first. A password set here counts for the account that is linked to the base's customer; an
     * account that only has the same e-mail does not prove to be that customer.
     *
     * Every login takes one lookup and the time of one password hash, so that neither the time nor a base that is down
     * reveals who is known: the base checks passwords of unknown customers as it does those of known ones.
     */
    async withPassword(
      email: string,
      password: string,
    ): Promise<{ readonly account: Account; readonly proof: Proof } | null> {
      const customer = await customers.findByEmail(email);
      const account = customer ? await accountByBaseId(db, customer.userId) : await accountByEmail(db, email);
      if (account?.passwordHash) {
        if (!(await passwordMatches(account.passwordHash, password))) return null;
        const proof = { passwordHash: account.passwordHash };
        return { account: customer ? await link(customer) : account, proof };
      }
      const proven = await customers.checkPassword(email, password);
      return customer && proven ? { account: await link(proven), proof: null } : null;
    },
  };
}
