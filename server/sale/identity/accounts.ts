import { columnsOf } from "#server/platform/database/columns.ts";
import { tidyEmail } from "#core/email.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { CustomerBase } from "./customer-base.ts";
import { accountOf, type Account } from "./account.ts";

export type StoredAccount = Account & { readonly passwordHash: string | null };

/** Trims and lower-cases an e-mail address, because providers ignore the case. */
export function normaliseEmail(typed: string): string {
  return tidyEmail(typed);
}

/** The longest e-mail address, in characters (RFC 5321). Longer text is nobody's, and too long for the counters of tries. */
const MAX_EMAIL = 254;
export const isTooLongForEmail = (text: string): boolean => text.length > MAX_EMAIL;

export async function accountByEmail(db: Handle, email: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom("accounts")
    .select(columnsOf("accounts"))
    .where("email", "=", email)
    .executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** The account of a customer of the base, if one has been linked. */
export async function accountByBaseId(db: Handle, customerBaseId: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom("accounts")
    .select(columnsOf("accounts"))
    .where("customer_base_id", "=", customerBaseId)
    .executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** Whether an account or a customer of the base already has this e-mail. */
export async function isEmailTaken(
  db: Handle,
  customers: Pick<CustomerBase, "findByEmail">,
  email: string,
): Promise<boolean> {
  return (await accountByEmail(db, email)) !== null || (await customers.findByEmail(email)) !== null;
}
