import type { Locale } from "#core/text/locale.ts";

/**
 * The delivery states of a text message that an SMS centre reports. `underway` is not final. `accepted`: somebody has
 * read it on behalf of the recipient.
 */
export const RECEIPT_STATES = [
  "underway",
  "delivered",
  "expired",
  "deleted",
  "undeliverable",
  "accepted",
  "unknown",
  "rejected",
] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/**
 * `refused`: the number cannot be reached. `later`: the text message was not sent, for a reason that has nothing to do
 * with the number and is in the log.
 */
export type SmsOutcome = "sent" | "refused" | "later";

/** A text message. `to` is an MSISDN. After `validMs` ms (less than a day), the SMS centre may drop it. */
type Sms = { readonly to: string; readonly text: string; readonly validMs: number };

/** Sends text messages. Throws Unavailable if the outcome is unknown. */
export type SmsPort = { send(message: Sms): Promise<SmsOutcome> };

/**
 * Counts the text messages that an SMS centre accepts and the states that it reports. Both methods never fail, because
 * counting must not prevent sending.
 */
export type SmsCounts = { accepted(): Promise<void>; receipt(state: ReceiptState): Promise<void> };

/** An attachment. Its content is only created when the e-mail is really sent, so not in the sandbox. */
export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: () => Promise<Buffer>;
};
/**
 * A plain-text e-mail. `key` identifies it, so that adapters can drop duplicates when a job is repeated. `locale`: the
 * language of its text.
 */
export type Mail = {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly text: string;
  readonly key: string;
  readonly attachments?: readonly Attachment[];
};
/** `refused`: a mail server refused the e-mail for good, so sending it again is pointless. */
export type MailOutcome = "sent" | "refused";

/**
 * Sends e-mails. Throws if the e-mail may be accepted later: Unavailable if the server was not reached, did not answer
 * or does not let Kasse in.
 */
export type MailPort = { send(mail: Mail): Promise<MailOutcome> };
