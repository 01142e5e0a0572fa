import type { Database } from "#server/platform/database/database.ts";
import { accountByBaseId, accountByEmail } from "#server/sale/identity/accounts.ts";
import type { BaseCustomer, CustomerBase } from "#server/sale/identity/customer-base.ts";
import { passwordMatches } from "#server/people/passwords.ts";
import type { Account } from "#server/sale/identity/accounts.ts";
import type { Proof } from "#server/sale/identity/passkeys.ts";
import { linkBaseCustomer } from "./link-base-customer.ts";

export type PasswordNeeds = { readonly db: Database; readonly customers: CustomerBase };

/**
 * Whose password this is. A customer of the base has the base's standing, contracts and data however they log in, so the base
 * is asked first. A password set here counts for the account that is linked to the base's customer; an account that only has the
 * same e-mail does not prove to be that customer.
 *
 * Every login takes one lookup and the time of one password hash, so that neither the time nor a base that is down reveals who is known: the
 * base checks passwords of unknown customers as it does those of known ones.
 */
export async function accountWithPassword(
  services: PasswordNeeds,
  email: string,
  password: string,
): Promise<{ readonly account: Account; readonly proof: Proof } | null> {
  const { db, customers } = services;
  const customer = await customers.findByEmail(email);
  const account = customer ? await accountByBaseId(db, customer.userId) : await accountByEmail(db, email);
  if (account?.passwordHash) {
    if (!(await passwordMatches(account.passwordHash, password))) return null;
    const proof = { passwordHash: account.passwordHash };
    return { account: customer ? await link(services, customer) : account, proof };
  }
  const proven = await customers.checkPassword(email, password);
  return customer && proven ? { account: await link(services, proven), proof: null } : null;
}

const link = ({ db }: PasswordNeeds, customer: BaseCustomer): Promise<Account> =>
  db.transaction().execute((tx) => linkBaseCustomer(tx, customer));
