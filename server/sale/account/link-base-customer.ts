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
import { endLinksOf, reassignLinks } from "#server/sale/identity/reset-links.ts";
import { endTokensOf } from "#server/sale/identity/tokens.ts";
import { removeAccounts } from "#server/sale/identity/upkeep.ts";
import { reassignOrders } from "#server/sale/order/queries.ts";

/**
 * Returns the account of a customer of the base, with the base's current e-mail address and profile; creates it if
 * needed. A person has one account. It is identified by the id in the customer base, because the e-mail address can
 * change.
 *
 * Call this only after the customer has proved their identity: by the base's password, by a code sent to the base's
 * phone number, or by a link sent to the base's e-mail address. If an account had that e-mail address without such a
 * proof, it is taken over: its password, passkeys, logins and reset links end, and its orders move to the customer.
 * Needs a transaction.
 */
export async function linkBaseCustomer(tx: Handle, customer: BaseCustomer, now: Date): Promise<Account> {
  const email = normaliseEmail(customer.email);
  const found = await lockAccountsOf(tx, customer.userId, email);
  const own = found.find((account) => account.customerBaseId === customer.userId);
  const holder = found.find((account) => account.email === email && account !== own);
  if (holder && holder.customerBaseId !== null) await releaseEmail(tx, holder.id);
  const unproven = holder?.customerBaseId === null ? holder : undefined;
  if (unproven) await dropLogins(tx, unproven.id, now);
  if (own && unproven) await mergeInto(tx, own.id, unproven.id);
  return saveBaseCustomer(tx, (own ?? unproven)?.id ?? null, { ...customer, email });
}

/** Ends all login methods of an account whose e-mail address was never proven. */
async function dropLogins(tx: Handle, accountId: string, now: Date): Promise<void> {
  await endTokensOf(tx, accountId);
  await endLinksOf(tx, accountId, now);
  await accountPasskeys.removeAll(tx, accountId);
  await setPassword(tx, accountId, null);
}

/** Moves everything that one account owns to another. */
async function mergeInto(tx: Handle, target: string, source: string): Promise<void> {
  const owners = { from: source, to: target };
  for (const reassign of [reassignCheckouts, reassignOrders, reassignClaims, reassignReads, reassignLinks])
    await reassign(tx, owners);
  await removeAccounts(tx, [source]);
}
