import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldMessages = expiredBefore("sandbox_messages", "at");

/** Returns the newest text messages and e-mails that the sandbox has received, for one recipient or for all. */
export function newestMessages(db: Handle, to: string | null, limit: number) {
  return db
    .selectFrom("sandbox_messages")
    .select(["channel", "recipient as to", "subject", "text", "attachments", "at"])
    .$if(to !== null, (query) => query.where("recipient", "=", to ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Removes the messages to a recipient. */
export async function removeMessagesTo(tx: Handle, recipient: string): Promise<void> {
  await tx.deleteFrom("sandbox_messages").where("recipient", "=", recipient).execute();
}
