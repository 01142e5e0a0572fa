import type { Database } from "#server/platform/database/database.ts";
import type { Mail, MailPort } from "#server/platform/mail-and-sms.ts";

type Stored = Pick<Mail, "to" | "text"> & Partial<Mail>;

/**
 * Stores a text message or an e-mail in the sandbox, for `/sandbox/messages`. A message with a key is only stored once.
 */
export async function storeMessage(
  db: Database,
  channel: "sms" | "mail",
  { to, subject = "", text, key, attachments = [] }: Stored,
): Promise<void> {
  await db
    .insertInto("sandbox_messages")
    .values({
      channel,
      recipient: to,
      subject,
      text,
      message_key: key ?? null,
      attachments: attachments.map(({ filename }) => filename),
    })
    .onConflict((conflict) => conflict.column("message_key").doNothing())
    .execute();
}

/** Stores e-mails instead of sending them. */
export const mailbox = (db: Database): MailPort => ({
  async send(mail) {
    await storeMessage(db, "mail", mail);
    return "sent";
  },
});
