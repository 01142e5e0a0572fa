import { createHash } from "node:crypto";
import type { Brand } from "#server/shop/brand/brand.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";

/** Timeouts for the e-mail server, in ms; only a job waits for it. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** nodemailer's codes for a server that was not reached or did not respond. */
const NO_ANSWER = new Set(["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS"]);

/**
 * Sends e-mails by SMTP. Throws Unavailable if the server does not respond. The message id is derived from the e-mail's
 * key, so that e-mail servers can drop duplicates.
 */
export async function smtpMail(url: string, brand: Pick<Brand, "name" | "email">): Promise<MailPort> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, ...TIMES });
  return {
    async send({ to, subject, text, key, attachments = [] }) {
      // Read anew for each e-mail, because the brand's e-mail address can change while the shop runs.
      const { name, email } = brand;
      const host = email.split("@")[1] ?? "localhost";
      const messageId = `<${createHash("sha256").update(key).digest("hex").slice(0, 32)}@${host}>`;
      const files = await Promise.all(attachments.map(async (file) => ({ ...file, content: await file.content() })));
      await transport
        .sendMail({ from: { name, address: email }, to, subject, text, messageId, attachments: files })
        .catch((error: NodeJS.ErrnoException) => {
          if (!NO_ANSWER.has(error.code ?? "")) throw error;
          throw new Unavailable(`SMTP: ${error.code}`, { cause: error });
        });
    },
  };
}
