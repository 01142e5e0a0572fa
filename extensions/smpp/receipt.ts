import type { Pdu } from "#libraries/smpp/index.ts";
import type { ReceiptState } from "#server/platform/mail-and-sms.ts";

/**
 * What a status of the SMS centre means. `number`: the recipient's number cannot be reached. `busy`: the message may be
 * accepted later, or on another connection. `unreached`: there is no connection. `settings`: no text message is
 * accepted until the settings or the account are changed. `other`: a status that SMPP does not define.
 */
type StatusKind = "accepted" | "number" | "busy" | "unreached" | "settings" | "other";

/**
 * The statuses of submit_sm_resp and bind_transceiver_resp (SMPP 3.4, 5.1.3). 0x50 and 0x51 count as `settings`,
 * because the recipient's number type and plan are set for all text messages, not for a single number.
 */
const STATUSES: Readonly<Record<number, readonly [name: string, kind: StatusKind]>> = {
  0x00: ["ESME_ROK", "accepted"],
  0x01: ["ESME_RINVMSGLEN", "settings"],
  0x02: ["ESME_RINVCMDLEN", "settings"],
  0x03: ["ESME_RINVCMDID", "settings"],
  0x04: ["ESME_RINVBNDSTS", "busy"],
  0x05: ["ESME_RALYBND", "settings"],
  0x06: ["ESME_RINVPRTFLG", "settings"],
  0x07: ["ESME_RINVREGDLVFLG", "settings"],
  0x08: ["ESME_RSYSERR", "busy"],
  0x0a: ["ESME_RINVSRCADR", "settings"],
  0x0b: ["ESME_RINVDSTADR", "number"],
  0x0d: ["ESME_RBINDFAIL", "settings"],
  0x0e: ["ESME_RINVPASWD", "settings"],
  0x0f: ["ESME_RINVSYSID", "settings"],
  0x14: ["ESME_RMSGQFUL", "busy"],
  0x15: ["ESME_RINVSERTYP", "settings"],
  0x43: ["ESME_RINVESMCLASS", "settings"],
  0x45: ["ESME_RSUBMITFAIL", "busy"],
  0x48: ["ESME_RINVSRCTON", "settings"],
  0x49: ["ESME_RINVSRCNPI", "settings"],
  0x50: ["ESME_RINVDSTTON", "settings"],
  0x51: ["ESME_RINVDSTNPI", "settings"],
  0x53: ["ESME_RINVSYSTYP", "settings"],
  0x58: ["ESME_RTHROTTLED", "busy"],
  0x61: ["ESME_RINVSCHED", "settings"],
  0x62: ["ESME_RINVEXPIRY", "settings"],
};

export type Status = { readonly name: string; readonly kind: StatusKind };

export function statusOf(value: number): Status {
  const [name, kind] = STATUSES[value] ?? [`0x${value.toString(16)}`, "other"];
  return { name, kind };
}

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

/**
 * Returns the delivery state that a deliver_sm reports; null if it is not a delivery receipt. The parameter takes
 * precedence over the text, whose format depends on the SMS centre.
 */
export function receiptOf({
  esm_class: esmClass = 0,
  message_state: state,
  short_message: text,
}: Pdu): ReceiptState | null {
  if (!isReceipt(esmClass)) return null;
  const word = /\bstat:(\w+)/i.exec(text?.message.toString("latin1") ?? "")?.[1]?.toUpperCase();
  return BY_NUMBER[state ?? 0] ?? BY_WORD[word ?? ""] ?? "unknown";
}
