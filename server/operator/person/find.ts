import type { Handle } from "#server/platform/database/database.ts";
import { accountByEmail, normaliseEmail, type StoredAccount } from "#server/sale/identity/accounts.ts";

/** Everything that belongs to one e-mail: an account, and the checkouts of it or registered with the e-mail. */
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
};

/** Null if the shop knows nobody with this e-mail. */
export async function findPerson(db: Handle, typed: string): Promise<Person | null> {
  const email = normaliseEmail(typed);
  const account = await accountByEmail(db, email);
  const checkouts = await db
    .selectFrom("checkouts")
    .select("id")
    .where((eb) => eb.or([eb("registered_email", "=", email), ...(account ? [eb("account_id", "=", account.id)] : [])]))
    .orderBy("created_at")
    .execute();
  if (!account && checkouts.length === 0) return null;
  const orders = account
    ? await db
        .selectFrom("orders")
        .select(["id", "number", "checkout_id as checkoutId", "created_at as createdAt"])
        .where("account_id", "=", account.id)
        .orderBy("created_at")
        .execute()
    : [];
  return { email, account, checkoutIds: checkouts.map(({ id }) => id), orders };
}
