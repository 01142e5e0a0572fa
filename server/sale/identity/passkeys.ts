import type { Insertable } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { lockAccount } from "./accounts.ts";

/** A passkey, as its owner sees it. `device` is where it was added. */
export type Passkey = {
  readonly id: string;
  readonly device: string | null;
  readonly since: Date;
  readonly lastUsed: Date | null;
};

/** The passkeys of an account, oldest first. */
export async function passkeysOf(
  db: Handle,
  accountId: string,
): Promise<readonly (Passkey & { credentialId: string })[]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "device", "created_at as since", "used_at as lastUsed", "credential_id as credentialId"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** More are refused, so that no account fills the database. */
const MOST = 10;

/**
 * Keeps a new passkey. False if the account has as many as it may; passkeys that are added at once wait for each
 * other.
 */
export async function keepPasskey(tx: Handle, passkey: Insertable<Tables["passkeys"]>): Promise<boolean> {
  await lockAccount(tx, passkey.account_id);
  if ((await passkeysOf(tx, passkey.account_id)).length >= MOST) return false;
  await tx.insertInto("passkeys").values(passkey).execute();
  return true;
}

/** Records the use of a passkey. False if it was used since its counter was read: somebody may have copied it. */
export async function recordUse(
  db: Handle,
  credentialId: string,
  { from, to, now }: { readonly from: string; readonly to: number; readonly now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable("passkeys")
    .set({ sign_count: to, used_at: now })
    .where("credential_id", "=", credentialId)
    .where("sign_count", "=", from)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Removes a passkey of an account. False if it is not there. */
export async function dropPasskey(tx: Handle, accountId: string, id: string): Promise<boolean> {
  const removed = tx.deleteFrom("passkeys").where("account_id", "=", accountId).where("id", "=", id);
  return (await removed.executeTakeFirst()).numDeletedRows > 0n;
}

/** Removes all passkeys of an account. */
export async function removePasskeysOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("passkeys").where("account_id", "=", accountId).execute();
}
