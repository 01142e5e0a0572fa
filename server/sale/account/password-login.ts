import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok, type FieldMistakes } from "#server/platform/http/result.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { BaseCustomer, CustomerBase } from "#server/sale/identity/customer-base.ts";
import { accountByBaseId, accountByEmail, isTooLongForEmail, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { linkBaseCustomer } from "#server/sale/identity/link-base-customer.ts";
import { countedFor } from "./known-browser.ts";
import { logIn, type LoginNeeds } from "./log-in.ts";
import { passwordMatches } from "#server/sale/identity/passwords.ts";
import type { Account } from "#server/sale/identity/account.ts";

type Needs = LoginNeeds &
  LimitsNamed<"passwordsPerAccount" | "passwordsPerAddress"> & { readonly customers: CustomerBase };

/**
 * POST /password-login: one failure for every wrong login, so that it does not reveal whether the account exists
 * (specification 8).
 */
export function passwordLogin(services: Needs): Handler<"passwordLogin"> {
  return async (call) => {
    const { body, ip } = call;
    const email = normaliseEmail(body.username);
    const mistakes = loginMistakes(email, body.password);
    if (Object.keys(mistakes).length > 0) return fail("invalidFields", { fields: mistakes });
    const byAddress = await services.limits.take({ passwordsPerAddress: ip }, ip);
    if (!byAddress.ok) return byAddress;
    const event = { account: email, address: ip, by: "password" };
    const byAccount = await services.limits.take({ passwordsPerAccount: countedFor(services, call, email) }, ip);
    if (!byAccount.ok) {
      services.security.record("lockout", event);
      return byAccount;
    }
    const account = await accountWithPassword(services, email, body.password);
    if (!account) {
      services.security.record("login.failed", event);
      return fail("passwordWrong");
    }
    return ok({ body: { token: await logIn(services, account, call, { by: "password" }) } });
  };
}

/** Any text may be tried as an e-mail, except what is too long for one. */
function loginMistakes(email: string, password: string): FieldMistakes {
  return {
    ...(email === "" ? { username: "missing" } : isTooLongForEmail(email) ? { username: "email" } : {}),
    ...(password === "" ? { password: "missing" } : {}),
  };
}

/**
 * Whose password this is. A customer of the base has the base's standing, contracts and data however they log in, so the base
 * is asked first. A password set here counts for the account that is linked to the base's customer; an account that only has the
 * same e-mail does not prove to be that customer.
 *
 * Every login takes one lookup and the time of one password hash, so that neither the time nor a base that is down reveals who is known: the
 * base checks passwords of unknown customers as it does those of known ones.
 */
async function accountWithPassword(services: Needs, email: string, password: string): Promise<Account | null> {
  const { db, customers } = services;
  const customer = await customers.findByEmail(email);
  const account = customer ? await accountByBaseId(db, customer.userId) : await accountByEmail(db, email);
  if (account?.passwordHash) {
    if (!(await passwordMatches(account.passwordHash, password))) return null;
    return customer ? link(services, customer) : account;
  }
  const proven = await customers.checkPassword(email, password);
  return customer && proven ? link(services, proven) : null;
}

const link = ({ db }: Needs, customer: BaseCustomer): Promise<Account> =>
  db.transaction().execute((tx) => linkBaseCustomer(tx, customer));
