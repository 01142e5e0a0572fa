import { tidyEmail } from "#core/person/email.ts";
import { type Profile, readProfile, storedProfile, type CustomerBase } from "./profile.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { statement, type Statement } from "#server/platform/database/statement.ts";
import type { Credential } from "#server/platform/webauthn.ts";
import type { AccountRow } from "./tables.ts";
import { tokenHash } from "#server/authentication/logins.ts";
import { hasNotExpired, recordUse } from "./tokens.ts";

/** What the shop stores about a customer. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly customerBaseId: string | null;
  readonly profile: Profile;
};

/** The columns that `accountOf` reads. */
const ACCOUNT_COLUMNS = ["accounts.id", "accounts.email", "accounts.customer_base_id", "accounts.profile"] as const;
const STORED = [...ACCOUNT_COLUMNS, "accounts.password_hash"] as const;

function accountOf(row: Pick<AccountRow, "id" | "email" | "customer_base_id" | "profile">): Account {
  return { id: row.id, email: row.email, customerBaseId: row.customer_base_id, profile: readProfile(row.profile) };
}

export type StoredAccount = Account & { readonly passwordHash: string | null };

/** Trims and lower-cases an e-mail address, because providers ignore the case. */
export function normaliseEmail(typed: string): string {
  return tidyEmail(typed);
}

/**
 * Maximum length of an e-mail address, in characters (RFC 5321). Longer text matches no account and is too long for the
 * rate-limit counters.
 */
const MAX_EMAIL = 254;
export const isTooLongForEmail = (text: string): boolean => text.length > MAX_EMAIL;

export async function accountByEmail(db: Handle, email: string): Promise<StoredAccount | null> {
  const row = await db.selectFrom("accounts").select(STORED).where("email", "=", email).executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** Returns the account linked to a customer of the base, or null. */
export async function accountByBaseId(db: Handle, customerBaseId: string): Promise<StoredAccount | null> {
  const row = await db
    .selectFrom("accounts")
    .select(STORED)
    .where("customer_base_id", "=", customerBaseId)
    .executeTakeFirst();
  return row ? { ...accountOf(row), passwordHash: row.password_hash } : null;
}

/** Returns the account of a token; null if the token is unknown or has expired. */
export async function accountOfToken(db: Handle, token: string, now: Date): Promise<Account | null> {
  const row = await db
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select([...ACCOUNT_COLUMNS, "tokens.used_at"])
    .where("tokens.hash", "=", tokenHash(token))
    .where(hasNotExpired(now))
    .executeTakeFirst();
  if (!row) return null;
  await recordUse(db, token, row.used_at, now);
  return accountOf(row);
}

/**
 * Returns the account of a passkey, with the credential that verifies its signature. Null if the passkey is unknown.
 */
export async function accountOfPasskey(
  db: Handle,
  credentialId: string,
): Promise<{ readonly account: Account; readonly credential: Credential } | null> {
  const row = await db
    .selectFrom("passkeys")
    .innerJoin("accounts", "accounts.id", "passkeys.account_id")
    .select(ACCOUNT_COLUMNS)
    .select(["passkeys.public_key", "passkeys.sign_count"])
    .where("passkeys.credential_id", "=", credentialId)
    .executeTakeFirst();
  if (!row) return null;
  const { public_key: publicKey, sign_count: signCount } = row;
  return { account: accountOf(row), credential: { id: credentialId, publicKey, signCount: Number(signCount) } };
}

/** Returns the account of a password-reset link, if the link is still valid. */
export function accountOfResetLink(db: Handle, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom("password_resets")
    .innerJoin("accounts", "accounts.id", "password_resets.account_id")
    .select(["password_resets.account_id", "accounts.email", "accounts.customer_base_id"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

type NewAccount = {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly profile: Profile;
  readonly now: Date;
};

export const accountToInsert = ({ id, email, passwordHash, profile, now }: NewAccount): Statement<unknown> => statement`
  insert into accounts (id, email, password_hash, profile, created_at)
  values (${id}, ${email}, ${passwordHash}, ${JSON.stringify(storedProfile(profile))}, ${now})`;

/** Returns the statement that updates the profile of an account. */
export const profileToUpdate = (id: string, profile: Profile): Statement<unknown> =>
  statement`update accounts set profile = ${JSON.stringify(storedProfile(profile))} where id = ${id}`;

/** Sets the password hash of an account; null disables logging in by password. */
export async function setPassword(tx: Handle, id: string, password_hash: string | null): Promise<void> {
  await tx.updateTable("accounts").set({ password_hash }).where("id", "=", id).execute();
}

/** Locks an account until the transaction ends, so that logins and changes to login methods run one after the other. */
export async function lockAccount(tx: Handle, id: string): Promise<Pick<StoredAccount, "passwordHash"> | null> {
  const row = tx.selectFrom("accounts").select("password_hash as passwordHash").where("id", "=", id).forUpdate();
  return (await row.executeTakeFirst()) ?? null;
}

/**
 * Returns the accounts that belong to a customer of the base or have that customer's e-mail address, locked until the
 * transaction ends.
 */
export async function lockAccountsOf(tx: Handle, customerBaseId: string, email: string): Promise<readonly Account[]> {
  const rows = await tx
    .selectFrom("accounts")
    .select(ACCOUNT_COLUMNS)
    .where((eb) => eb.or([eb("customer_base_id", "=", customerBaseId), eb("email", "=", email)]))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(accountOf);
}

/**
 * Writes a customer's data from the base to an account, which is created if `id` is null. If two first logins race, the
 * second updates the account that the first created.
 */
export async function saveBaseCustomer(
  tx: Handle,
  id: string | null,
  { userId, email, profile }: { readonly userId: string; readonly email: string; readonly profile: Profile },
): Promise<Account> {
  const values = { email, customer_base_id: userId, profile: JSON.stringify(storedProfile(profile)) };
  const saved = id
    ? tx.updateTable("accounts").set(values).where("id", "=", id).returning(ACCOUNT_COLUMNS)
    : tx
        .insertInto("accounts")
        .values(values)
        .onConflict((conflict) => conflict.column("customer_base_id").doUpdateSet(values))
        .returning(ACCOUNT_COLUMNS);
  return accountOf(await saved.executeTakeFirstOrThrow());
}

/**
 * Replaces the e-mail address of an account after the base has given it to another customer. At the next login, the
 * account gets its customer's new address from the base.
 */
export async function releaseEmail(tx: Handle, id: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ email: `${id}@released.invalid` })
    .where("id", "=", id)
    .execute();
}

/** Returns whether an account or a customer of the base already has this e-mail address. */
export async function isEmailTaken(
  db: Handle,
  customers: Pick<CustomerBase, "findByEmail">,
  email: string,
): Promise<boolean> {
  return (await accountByEmail(db, email)) !== null || (await customers.findByEmail(email)) !== null;
}
