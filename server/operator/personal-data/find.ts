import type { Handle } from "#server/platform/database/database.ts";
import { preparedFor, type PreparedFor } from "#server/agents/upkeep.ts";
import { checkoutsOfPerson } from "#server/read-models/checkouts.ts";
import { ordersOfAccount } from "#server/read-models/orders.ts";
import { accountByEmail, normaliseEmail, type StoredAccount } from "#server/sale/identity/accounts.ts";

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
