import type { Database } from "#server/database/database.ts";
import type { MailPort, SmsPort } from "./ports.ts";

/** Texts and mails land in the list at `/sandbox/messages`. */
export function sandboxMessages(db: Database): { sms: SmsPort; mail: MailPort } {
  const put = async (channel: "sms" | "mail", recipient: string, subject: string, text: string, key: string | null) => {
    await db
      .insertInto("sandbox_messages")
      .values({ channel, recipient, subject, text, message_key: key })
      .onConflict((conflict) => conflict.column("message_key").doNothing())
      .execute();
  };
  return {
    sms: { send: ({ to, text }) => put("sms", to, "", text, null) },
    mail: { send: ({ to, subject, text, key }) => put("mail", to, subject, text, key) },
  };
}
