import type { Handle } from "#server/platform/database/database.ts";
import { preparedFor, type PreparedFor } from "#server/agents/upkeep.ts";
import { checkoutsOfPerson } from "#server/read-models/checkouts.ts";
import { ordersOfAccount } from "#server/read-models/orders.ts";
import { lockCheckouts } from "#server/sale/checkout/upkeep.ts";
import { accountByEmail, lockAccount, normaliseEmail, type StoredAccount } from "#server/sale/identity/accounts.ts";

/**
 * Everything that belongs to one e-mail address: the account, the checkouts of that account or registered with the
 * address, and what platforms prepared for it.
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
  readonly prepared: readonly PreparedFor[];
};

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
  const prepared = await preparedFor(db, email);
  if (!account && checkoutIds.length === 0 && prepared.length === 0) return null;
  const orders = account ? await ordersOfAccount(db, account.id) : [];
  return { email, account, checkoutIds, orders, prepared };
}
