import { createHash } from "node:crypto";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { MailPort } from "#server/platform/messages/ports.ts";

/** Sends mails by SMTP. The message id is derived from the mail's key, so that mail servers can drop duplicates. */
export async function smtpMail(url: string, brand: Pick<Brand, "name" | "email">): Promise<MailPort> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(url, { from: { name: brand.name, address: brand.email } });
  const host = brand.email.split("@")[1] ?? "localhost";
  return {
    async send({ to, subject, text, key, attachments = [] }) {
      const messageId = `<${createHash("sha256").update(key).digest("hex").slice(0, 32)}@${host}>`;
      const files = await Promise.all(attachments.map(async (file) => ({ ...file, content: await file.content() })));
      await transport.sendMail({ to, subject, text, messageId, attachments: files });
    },
  };
}
