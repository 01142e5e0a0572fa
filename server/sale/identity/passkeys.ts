import type { Handle } from "#server/platform/database/database.ts";

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

/** Removes all passkeys of an account. */
export async function removePasskeysOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("passkeys").where("account_id", "=", accountId).execute();
}
