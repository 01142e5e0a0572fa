import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { loginStart } from "#server/sale/identity/tokens.ts";
import { type Account, accountOfToken, accountByBaseId, accountByEmail } from "#server/sale/identity/accounts.ts";
import type { BaseCustomer, CustomerBase } from "#server/sale/identity/profile.ts";
import { passwordMatches } from "#server/authentication/passwords.ts";
import type { Proof } from "#server/sale/identity/passkeys.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";

type Caller = { readonly account: Account; readonly token: string };

/**
 * Login methods can be changed only within 30 minutes of a login, in ms: a stolen login must not become a permanent one
 * (OWASP ASVS 5.0, 7.5.1).
 */
const FRESH_MS = 30 * 60_000;

/** Finds the account of a login or a caller, in the shop and in the customer base. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: CustomerBase;
}) {
  const { db, now, customers } = needs;
  const link = (customer: BaseCustomer): Promise<Account> =>
    db.transaction().execute((tx) => linkBaseCustomer(tx, customer));

  /** Returns the account of the caller's token; 401 without a valid one. */
  async function ofCaller(token: string | null): Promise<Result<Caller, "loginNeeded">> {
    const account = token === null ? null : await accountOfToken(db, token, now());
    return account && token !== null ? ok({ account, token }) : fail("loginNeeded");
  }

  return {
    ofCaller,

    /** Returns the account of a caller who logged in recently. */
    async ofFreshCaller(token: string | null): Promise<Result<Caller, "loginNeeded" | "loginTooOld">> {
      const caller = await ofCaller(token);
      if (!caller.ok) return caller;
      const since = await loginStart(db, caller.value.token);
      return now().getTime() - since.getTime() > FRESH_MS ? fail("loginTooOld") : caller;
    },

    /**
     * Returns the account that a password belongs to. The base is asked first, because its customers have its standing,
     * contracts and data however they log in. A password set in the shop counts for the account linked to the base's
     * customer: the same e-mail alone does not prove an account to be that customer.
     *
     * Every login makes one lookup and takes the time of one password hash, so that neither timing nor an unavailable
     * base reveals which customers exist. The base checks passwords of unknown customers in the same way as those of
     * known ones.
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
