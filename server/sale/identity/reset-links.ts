import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";

/**
 * Ends all password-reset links of an account, because the password was changed, or the owner has just proved that the
 * account is theirs. An ended link stays stored, so that a repeated e-mail does not make it valid again.
 */
export async function endLinksOf(db: Handle, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable("password_resets")
    .set({ ended_at: now, expires_at: endOf(now) })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
}

/** The expiry of a link that ends now. Versions before 1.1 know no other mark of an ended link. */
const endOf = (now: Date) => sql<Date>`least(expires_at, ${now})`;

/**
 * Returns whether another link of the account than `besides` expires after `expiringAfter`, or was ended after
 * `requestedAt`.
 */
export async function hasLaterLink(
  tx: Handle,
  accountId: string,
  asked: { readonly besides: Buffer; readonly expiringAfter: Date; readonly requestedAt: Date },
): Promise<boolean> {
  const later = tx
    .selectFrom("password_resets")
    .select("account_id")
    .where("account_id", "=", accountId)
    .where("token_hash", "<>", asked.besides)
    .where(({ eb, or }) => or([eb("expires_at", ">", asked.expiringAfter), eb("ended_at", ">", asked.requestedAt)]));
  return (await later.executeTakeFirst()) !== undefined;
}

type Link = { readonly token_hash: Buffer; readonly account_id: string; readonly expires_at: Date };

/**
 * Stores an emailed password-reset link as the only one of its account, with only a hash of its token. Stored again, it
 * is valid for longer. Returns false if it has ended.
 */
export async function storeLink(tx: Handle, link: Link): Promise<boolean> {
  const stored = await tx
    .insertInto("password_resets")
    .values(link)
    .onConflict((same) =>
      same
        .column("token_hash")
        .doUpdateSet({ expires_at: link.expires_at })
        .where("password_resets.ended_at", "is", null),
    )
    .returning("token_hash")
    .executeTakeFirst();
  if (!stored) return false;
  await tx
    .deleteFrom("password_resets")
    .where("account_id", "=", link.account_id)
    .where("token_hash", "<>", link.token_hash)
    .execute();
  return true;
}

/** Uses up a link. Returns false if another request has used it, or if it has expired. */
export async function useLink(tx: Handle, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = tx
    .updateTable("password_resets")
    .set({ ended_at: now, expires_at: endOf(now) })
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .where("ended_at", "is", null);
  return (await used.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Assigns the links of one account to another. */
export async function reassignLinks(
  tx: Handle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.updateTable("password_resets").set({ account_id: to }).where("account_id", "=", from).execute();
}
