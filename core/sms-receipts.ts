/** What an SMS centre reports of a text. `underway` is not final; `accepted`: somebody has read it on behalf of the recipient. */
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
