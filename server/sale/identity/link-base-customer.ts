import { columnsOf } from "#server/platform/database/columns.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { AccountRow } from "./tables.ts";
import { ACCOUNT_COLUMNS, accountOf, type Account } from "./account.ts";
import { normaliseEmail } from "./accounts.ts";
import type { BaseCustomer } from "./customer-base.ts";
import { removePasskeysOf } from "./passkeys.ts";
import { endLinksOf } from "./reset-links.ts";

/**
 * The account of a customer of the base, with the base's current e-mail and profile; created if there is none. One person is
 * one account, identified by the customer base's id; the e-mail is an attribute that may change.
 *
 * Call it only after the customer has proved to be that person: by the base's password, a code sent to the base's number, or a
 * link mailed to the base's address. An account that had the e-mail without such a proof is taken over: its password, passkeys,
 * logins and reset links end, and its orders go to the customer. Needs a transaction.
 */
export async function linkBaseCustomer(tx: Handle, customer: BaseCustomer): Promise<Account> {
  const email = normaliseEmail(customer.email);
  const found = await tx
    .selectFrom("accounts")
    .select(ACCOUNT_COLUMNS)
    .where((eb) => eb.or([eb("customer_base_id", "=", customer.userId), eb("email", "=", email)]))
    .orderBy("id")
    .forUpdate()
    .execute();
  const own = found.find((row) => row.customer_base_id === customer.userId);
  const holder = found.find((row) => row.email === email && row !== own);
  if (holder && holder.customer_base_id !== null) await releaseEmail(tx, holder);
  const unproven = holder?.customer_base_id === null ? holder : undefined;
  if (unproven) await dropLogins(tx, unproven.id);
  if (own && unproven) await mergeInto(tx, own.id, unproven.id);
  const id = (own ?? unproven)?.id;
  const values = { email, customer_base_id: customer.userId, profile: JSON.stringify(customer.profile) };
  const row = id
    ? await tx.updateTable("accounts").set(values).where("id", "=", id).returning(ACCOUNT_COLUMNS).executeTakeFirst()
    : await insertOrUpdate(tx, values);
  if (!row) throw new Error("An account that was locked has vanished");
  return accountOf(row);
}

type Values = { email: string; customer_base_id: string; profile: string };

/** Two first logins of the same customer may race; the second finds the account of the first. */
async function insertOrUpdate(tx: Handle, values: Values): Promise<AccountRow> {
  return tx
    .insertInto("accounts")
    .values(values)
    .onConflict((conflict) => conflict.column("customer_base_id").doUpdateSet(values))
    .returning(columnsOf("accounts"))
    .executeTakeFirstOrThrow();
}

/** The base has given this e-mail to another customer. The former holder gets a new one from the base at the next login. */
async function releaseEmail(tx: Handle, { id }: Pick<AccountRow, "id">): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email: `${id}@released.invalid` })
    .where("id", "=", id)
    .execute();
}

/** Whoever registered with an e-mail has not proved to own it. */
async function dropLogins(tx: Handle, accountId: string): Promise<void> {
  await tx.deleteFrom("tokens").where("account_id", "=", accountId).execute();
  await endLinksOf(tx, accountId);
  await removePasskeysOf(tx, accountId);
  await tx.updateTable("accounts").set({ password_hash: null }).where("id", "=", accountId).execute();
}

/** Everything that one account owns becomes another's. */
async function mergeInto(tx: Handle, target: string, source: string): Promise<void> {
  for (const table of ["checkouts", "orders", "document_claims", "esim_reads"] as const)
    await tx.updateTable(table).set({ account_id: target }).where("account_id", "=", source).execute();
  await tx.deleteFrom("accounts").where("id", "=", source).execute();
}
