import type { Handle } from "#server/platform/database/database.ts";

/**
 * Invalidates all password-reset links of an account, because a newer link was sent, the password was changed, or the
 * owner has just proved that the account is theirs.
 */
export async function endLinksOf(db: Handle, accountId: string): Promise<void> {
  await db.deleteFrom("password_resets").where("account_id", "=", accountId).execute();
}

/** Returns whether the account has another link than `besides` that expires after a moment. */
export async function hasLaterLink(
  tx: Handle,
  accountId: string,
  { besides, expiringAfter }: { readonly besides: Buffer; readonly expiringAfter: Date },
): Promise<boolean> {
  const later = tx
    .selectFrom("password_resets")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("token_hash", "<>", besides)
    .where("expires_at", ">", expiringAfter);
  return (await later.executeTakeFirst()) !== undefined;
}

/** Stores an emailed password-reset link, with only a hash of its token. */
export async function storeLink(
  tx: Handle,
  link: { readonly token_hash: Buffer; readonly account_id: string; readonly expires_at: Date },
): Promise<void> {
  await tx.insertInto("password_resets").values(link).execute();
}

/** Uses up a link. Returns false if another request has used it, or if it has expired. */
export async function useLink(tx: Handle, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = tx.deleteFrom("password_resets").where("token_hash", "=", tokenHash).where("expires_at", ">", now);
  return (await used.executeTakeFirst()).numDeletedRows === 1n;
}
