import type { Handle } from "#server/platform/database/database.ts";
import type { BaseCustomer, CustomerBase } from "./customer-base.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "./account.ts";

export type StoredAccount = Account & { readonly passwordHash: string | null };

/** E-mail addresses are compared in lower case; nobody's provider tells them apart otherwise. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

export async function accountByEmail(db: Handle, email: string): Promise<StoredAccount | null> {
  const row = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** The account of a customer of the base, with what the base knows of them now; made at the first login. */
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

/** Whether somebody, here or in the base, already has this e-mail. */
export async function isEmailTaken(
  db: Handle,
  customers: Pick<CustomerBase, "findByEmail">,
  email: string,
): Promise<boolean> {
  return (await accountByEmail(db, email)) !== null || (await customers.findByEmail(email)) !== null;
}
