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
 * Login methods can be changed only within 30 minutes (in ms) of a login, so that a stolen login cannot become
 * permanent access (OWASP ASVS 5.0, 7.5.1).
 */
const FRESH_MS = 30 * 60_000;

/** Finds the account for a login or for a caller, in the shop and in the customer base. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly customers: CustomerBase;
}) {
  const { db, now, customers } = needs;
  const link = (customer: BaseCustomer): Promise<Account> =>
    db.transaction().execute((tx) => linkBaseCustomer(tx, customer, now()));

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
     * Returns the account that a password belongs to. The customer base is asked first: its customers have their
     * standing, contracts and data there, however they log in. A password set in the shop only counts if its account is
     * linked to that customer; an equal e-mail address does not prove that the account is the customer's.
     *
     * Every login makes one lookup and takes the time of one password hash, so that neither the timing nor an
     * unavailable customer base reveals which customers exist. The base takes the same time for unknown customers.
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
