import type { Handle } from "#server/platform/database/database.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { loadUpkeep } from "#server/extension/declared.ts";
import type { PersonalData } from "#server/extension/extension.ts";
import { checkoutsOfPerson } from "#server/read-models/checkouts.ts";
import { ordersOfAccount } from "#server/read-models/orders.ts";
import { lockCheckouts } from "#server/sale/checkout/upkeep.ts";
import { accountByEmail, lockAccount, normaliseEmail, type StoredAccount } from "#server/sale/identity/accounts.ts";

/**
 * Everything that belongs to one e-mail address: the account, the checkouts of that account or registered with the
 * address, and what extensions have stored about it.
 */
export type Person = {
  readonly email: string;
  readonly account: StoredAccount | null;
  readonly checkoutIds: readonly string[];
  readonly orders: readonly {
    readonly id: string;
    readonly number: string;
    readonly checkoutId: string;
    readonly createdAt: Date;
  }[];
  readonly ofExtensions: readonly StoredByExtension[];
};
/** What an extension has stored about the person. */
type StoredByExtension = { readonly data: PersonalData; readonly found: readonly object[] };

/**
 * Finds the data of a person and locks it: the checkouts, then the account, like an order that is placed. Until the
 * transaction ends, none of these checkouts becomes an order, and nothing is uploaded for it.
 */
export async function lockPerson(tx: Handle, typed: string): Promise<Person | null> {
  const found = await findPerson(tx, typed);
  if (!found) return null;
  await lockCheckouts(tx, found.checkoutIds);
  if (found.account) await lockAccount(tx, found.account.id);
  const locked = await findPerson(tx, typed);
  // A checkout that was begun meanwhile is not locked, so it stays.
  return locked && { ...locked, checkoutIds: locked.checkoutIds.filter((id) => found.checkoutIds.includes(id)) };
}

/** Finds the data of a person; null if the shop has none for this e-mail address. */
export async function findPerson(db: Handle, typed: string): Promise<Person | null> {
  const email = normaliseEmail(typed);
  const account = await accountByEmail(db, email);
  const checkoutIds = await checkoutsOfPerson(db, email, account?.id ?? null);
  const ofExtensions = await storedByExtensions(db, email);
  const isKnown = account !== null || checkoutIds.length > 0 || ofExtensions.some(({ found }) => found.length > 0);
  if (!isKnown) return null;
  const orders = account ? await ordersOfAccount(db, account.id) : [];
  return { email, account, checkoutIds, orders, ofExtensions };
}

async function storedByExtensions(db: Handle, email: string): Promise<readonly StoredByExtension[]> {
  const parts = (await loadUpkeep(EXTENSIONS)).flatMap(({ person }) => (person ? [person] : []));
  return Promise.all(parts.map(async (data) => ({ data, found: await data.find(db, email) })));
}
