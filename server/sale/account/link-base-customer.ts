import type { Handle } from "#server/platform/database/database.ts";
import { reassignCheckouts } from "#server/sale/checkout/queries.ts";
import { reassignClaims } from "#server/sale/document/claims.ts";
import { reassignReads } from "#server/sale/esim/queries.ts";
import {
  saveBaseCustomer,
  lockAccountsOf,
  normaliseEmail,
  releaseEmail,
  setPassword,
  type Account,
} from "#server/sale/identity/accounts.ts";
import type { BaseCustomer } from "#server/sale/identity/profile.ts";
import { accountPasskeys } from "#server/sale/identity/passkeys.ts";
import { endLinksOf } from "#server/sale/identity/reset-links.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import { removeAccounts } from "#server/sale/identity/upkeep.ts";
import { reassignOrders } from "#server/sale/order/queries.ts";

/**
 * Returns the account of a customer of the base, with the base's current e-mail and profile, and creates it if needed.
 * A person has one account, identified by the id in the customer base; the e-mail is an attribute that can change.
 *
 * Call it only after the customer has proved their identity: by the base's password, a code sent to the base's number,
 * or a link mailed to the base's address. An account that had the e-mail without such a proof is taken over: its
 * password, passkeys, logins and reset links end, and its orders move to the customer. Needs a transaction.
 */
export async function linkBaseCustomer(tx: Handle, customer: BaseCustomer): Promise<Account> {
  const email = normaliseEmail(customer.email);
  const found = await lockAccountsOf(tx, customer.userId, email);
  const own = found.find((account) => account.customerBaseId === customer.userId);
  const holder = found.find((account) => account.email === email && account !== own);
  if (holder && holder.customerBaseId !== null) await releaseEmail(tx, holder.id);
  const unproven = holder?.customerBaseId === null ? holder : undefined;
  if (unproven) await dropLogins(tx, unproven.id);
  if (own && unproven) await mergeInto(tx, own.id, unproven.id);
  return saveBaseCustomer(tx, (own ?? unproven)?.id ?? null, { ...customer, email });
}

/** Ends all login methods of an account that was registered with an unproven e-mail. */
async function dropLogins(tx: Handle, accountId: string): Promise<void> {
  await endTokensOf(tx, accountId);
  await endLinksOf(tx, accountId);
  await accountPasskeys.removeAll(tx, accountId);
  await setPassword(tx, accountId, null);
}

/** Moves everything that one account owns to another. */
async function mergeInto(tx: Handle, target: string, source: string): Promise<void> {
  const owners = { from: source, to: target };
  for (const reassign of [reassignCheckouts, reassignOrders, reassignClaims, reassignReads]) await reassign(tx, owners);
  await removeAccounts(tx, [source]);
}
