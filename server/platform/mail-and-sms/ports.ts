/**
 * What an SMS centre reports of a text. `underway` is not final; `accepted`: somebody has read it on behalf of the
 * recipient.
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

/** `refused`: the number cannot be reached. `later`: the text has not gone, for a reason that is not the number's; it is in the log. */
export type SmsOutcome = "sent" | "refused" | "later";

/**
 * A text message. `to` is an MSISDN. After `validMs` milliseconds, less than a day, it need not be delivered any more.
 */
type Sms = { readonly to: string; readonly text: string; readonly validMs: number };

/** Sends text messages. Throws Unavailable if the outcome is unknown. */
export type SmsPort = { send(message: Sms): Promise<SmsOutcome> };

/** Counts what a centre accepts and reports. Neither method fails: a count must not stop a text. */
export type SmsCounts = { accepted(): Promise<void>; receipt(state: ReceiptState): Promise<void> };

/** An attachment. Its content is only created when the mail is really sent, so not in the sandbox. */
export type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: () => Promise<Buffer>;
};
/** A plain-text mail. `key` identifies it, so that adapters can drop duplicates of repeated jobs. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly key: string;
  readonly attachments?: readonly Attachment[];
};
export type MailPort = { send(mail: Mail): Promise<void> };
