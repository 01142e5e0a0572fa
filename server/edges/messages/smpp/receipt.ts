import type { Pdu } from "#libraries/smpp/index.ts";
import type { ReceiptState } from "#server/platform/messages/ports.ts";

/** The parameter message_state (SMPP 3.4, 5.2.28). */
const BY_NUMBER: Readonly<Record<number, ReceiptState>> = {
  1: "underway",
  2: "delivered",
  3: "expired",
  4: "deleted",
  5: "undeliverable",
  6: "accepted",
  7: "unknown",
  8: "rejected",
};

/** The word after `stat:` in the text of a receipt (Appendix B). */
const BY_WORD: Readonly<Record<string, ReceiptState>> = {
  ENROUTE: "underway",
  DELIVRD: "delivered",
  EXPIRED: "expired",
  DELETED: "deleted",
  UNDELIV: "undeliverable",
  ACCEPTD: "accepted",
  UNKNOWN: "unknown",
  REJECTD: "rejected",
};

/** Bits 5 to 2 of esm_class are the type of the message; 0001 is the centre's delivery receipt (5.2.12). */
const isReceipt = (esmClass: number) => (esmClass & 0x3c) === 0x04;

/** What a deliver_sm reports of a text; null if it is no delivery receipt. The parameter goes before the text, which is the centre's own. */
export function receiptOf({
  esm_class: esmClass = 0,
  message_state: state,
  short_message: text,
}: Pdu): ReceiptState | null {
  if (!isReceipt(esmClass)) return null;
  const word = /\bstat:(\w+)/i.exec(text?.message.toString("latin1") ?? "")?.[1]?.toUpperCase();
  return BY_NUMBER[state ?? 0] ?? BY_WORD[word ?? ""] ?? "unknown";
}
