/** A text message; `to` is an MSISDN. Refused: this number will not get it. Throws Unavailable where nobody can say. */
export type SmsPort = { send(message: { to: string; text: string }): Promise<"sent" | "refused"> };

/** A file with a mail; its content is made when the mail really leaves, which a list of messages never does. */
type Attachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly content: () => Promise<Buffer>;
};
/** A mail in plain text. `key` names it, so that a repeated job does not show it twice where the edge can tell. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly key: string;
  readonly attachments?: readonly Attachment[];
};
export type MailPort = { send(mail: Mail): Promise<void> };
