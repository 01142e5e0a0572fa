import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { LANGUAGE_TAG } from "#core/text/locale.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";

/** Timeouts for the e-mail server, in ms; only a job waits for it. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** nodemailer's codes for a server that was not reached or did not respond. */
const NO_ANSWER = new Set(["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS"]);

/**
 * Replies about the login of Kasse, which the operator's setup decides (RFC 4954, section 6): authentication required,
 * mechanism too weak, credentials invalid, encryption required.
 */
const LOGIN_REPLIES = new Set([530, 534, 535, 538]);

/** The commands whose permanent refusal is about the e-mail or its sender. */
const MAIL_COMMANDS = new Set(["MAIL FROM", "RCPT TO", "DATA"]);

/** The fields of nodemailer's errors. `permanent`: the reply was 5xx, except 503 (bad sequence of commands). */
type SmtpError = NodeJS.ErrnoException & {
  readonly responseCode?: number;
  readonly command?: string;
  /** The reply, on one or several lines. */
  readonly response?: string;
  readonly permanent?: boolean;
};

/** What a failure of nodemailer means. `later`: for any other reason, such as 450 of a server that greylists. */
function meaningOf(error: SmtpError) {
  const { code = "", command = "", responseCode = 0, permanent } = error;
  if (code === "EAUTH" || LOGIN_REPLIES.has(responseCode)) return "login";
  if (permanent && MAIL_COMMANDS.has(command)) return isAboutSender(error) ? "sender" : "refused";
  return NO_ANSWER.has(code) ? "noAnswer" : "later";
}

/** An enhanced status code of a permanent failure, such as 5.7.1: its subject and detail (RFC 3463). */
const ENHANCED = /^5\d\d[ -]5\.(\d{1,3}\.\d{1,3})\b/;
/** The message is too large, for the mailbox or for the server. */
const TOO_LARGE = new Set(["2.3", "3.4"]);
/** The sender's address, or its SPF, DKIM, DMARC or DNS (RFC 7372; registry of enhanced status codes). */
const SENDER = /^(1\.[78]|7\.2\d|7\.60)$/;
/** How Postfix (by default), Exim and Exchange refuse a host or a sender only at the recipient's address. */
const SENDER_WORDS = /\brelay|\bclient host\b|\bsender address\b|\bhelo\b/i;

/**
 * Returns whether a permanent refusal is about the sender, as for an address that the login may not use, a server that
 * does not relay, or a blocked host. Such a server refuses every e-mail until somebody corrects it. A server may say so
 * only after the recipient's address or the text. At the recipient's address the words of the reply decide, because the
 * code 5.7.1 can also be the recipient's own policy, as of a list that accepts only its members.
 */
function isAboutSender({ command, responseCode, response = "" }: SmtpError): boolean {
  const status = ENHANCED.exec(response)?.[1];
  if (command === "MAIL FROM") return responseCode !== 552 && !TOO_LARGE.has(status ?? "");
  if (SENDER.test(status ?? "")) return true;
  return command === "RCPT TO" && SENDER_WORDS.test(response);
}

/**
 * Sends e-mails by SMTP. The message id is derived from the e-mail's key, so that e-mail servers can drop duplicates.
 * `Auto-Submitted` prevents automatic replies, such as out-of-office notices (RFC 3834).
 */
export async function smtpMail(
  url: string,
  brand: Pick<Brand, "name" | "email">,
  log: Pick<Logger, "error" | "warn">,
): Promise<MailPort> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, ...TIMES });
  return {
    async send({ to, locale, subject, text, key, attachments = [] }) {
      // Read anew for each e-mail, because the brand's e-mail address can change while the shop runs.
      const { name, email } = brand;
      const host = email.split("@")[1] ?? "localhost";
      const messageId = `<${createHash("sha256").update(key).digest("hex").slice(0, 32)}@${host}>`;
      const headers = { "Auto-Submitted": "auto-generated", "Content-Language": LANGUAGE_TAG[locale] };
      const files = await Promise.all(attachments.map(async (file) => ({ ...file, content: await file.content() })));
      try {
        await transport.sendMail({
          from: { name, address: email },
          to,
          subject,
          text,
          messageId,
          headers,
          attachments: files,
        });
        return "sent";
      } catch (error) {
        const { code, command, responseCode } = error as SmtpError;
        // The server's text is not logged, because it usually quotes the recipient's address.
        const reply = { code, command, responseCode };
        switch (meaningOf(error as SmtpError)) {
          case "refused":
            log.warn({ ...reply, messageId }, "a mail server refused an e-mail for good");
            return "refused";
          case "login":
            log.error(reply, "the mail server does not accept the login of SMTP_URL; e-mails wait until it does");
            throw new Unavailable(`SMTP: login refused (${responseCode ?? code})`, { cause: error });
          case "sender":
            log.error(reply, "the mail server accepts no e-mails of this sender; they wait until it does");
            throw new Unavailable(`SMTP: sender refused (${responseCode})`, { cause: error });
          case "noAnswer":
            throw new Unavailable(`SMTP: ${code}`, { cause: error });
          case "later":
            throw error;
        }
      }
    },
  };
}
