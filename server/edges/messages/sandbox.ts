import type { Database } from "#server/platform/database/database.ts";
import type { Mail, MailPort, SmsPort } from "#server/platform/messages/ports.ts";

/** Lists texts and mails at `/sandbox/messages`. */
export function sandboxMessages(db: Database): { sms: SmsPort; mail: MailPort } {
  const put = async (channel: "sms" | "mail", { to, subject = "", text, key, attachments = [] }: Kept) => {
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
  };
  return {
    sms: { send: (message) => put("sms", message).then(() => "sent" as const) },
    mail: { send: (mail) => put("mail", mail) },
  };
}

type Kept = Pick<Mail, "to" | "text"> & Partial<Mail>;
