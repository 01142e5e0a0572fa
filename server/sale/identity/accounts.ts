import type { Handle } from "#server/platform/database/database.ts";
import type { BaseCustomer, CustomerBase } from "./customer-base.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "./account.ts";

export type StoredAccount = Account & { readonly passwordHash: string | null };

/** Trims and lower-cases an e-mail address, because providers ignore the case. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export async function accountByEmail(db: Handle, email: string): Promise<StoredAccount | null> {
  const row = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** Creates or updates the account of a customer of the base, with the base's current profile. */
export async function accountOfBaseCustomer(db: Handle, customer: BaseCustomer): Promise<Account> {
  const profile = JSON.stringify(customer.profile);
  const row = await db
    .insertInto("accounts")
    .values({ email: normaliseEmail(customer.email), customer_base_id: customer.userId, profile })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ customer_base_id: customer.userId, profile }))
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirstOrThrow();
  return accountOf(row);
}

/** Whether an account or a customer of the base already has this e-mail. */
export async function isEmailTaken(
  db: Handle,
  customers: Pick<CustomerBase, "findByEmail">,
  email: string,
): Promise<boolean> {
  return (await accountByEmail(db, email)) !== null || (await customers.findByEmail(email)) !== null;
}
