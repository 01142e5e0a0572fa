/**
 * Sends text messages; `to` is an MSISDN. `refused`: the number cannot be reached. Throws Unavailable if the outcome is
 * unknown.
 */
export type SmsPort = { send(message: { to: string; text: string }): Promise<"sent" | "refused"> };

/** An attachment. Its content is only created when the mail is really sent, so not in the sandbox. */
type Attachment = {
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
