import type { Database } from "#server/platform/database/database.ts";
import type { Mail, MailPort } from "#server/platform/mail-and-sms/ports.ts";

type Kept = Pick<Mail, "to" | "text"> & Partial<Mail>;

/** Keeps a text or a mail of the sandboxes, which `/sandbox/messages` lists; one with a key once. */
export async function keepMessage(
  db: Database,
  channel: "sms" | "mail",
  { to, subject = "", text, key, attachments = [] }: Kept,
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

/** Sends no mail. */
export const mailbox = (db: Database): MailPort => ({ send: (mail) => keepMessage(db, "mail", mail) });
