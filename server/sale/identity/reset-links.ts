import type { Handle } from "#server/platform/database/database.ts";

/** Ends all mailed links for a new password of an account: a newer link, a new password or a proven owner replaces them. */
export async function endLinksOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("password_resets").where("account_id", "=", accountId).execute();
}
