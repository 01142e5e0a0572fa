import { displayPhone } from "#core/phone-numbers/phone.ts";

/** A number to be transferred: as stored, and as pages show it. */
type TransferNumber = { readonly msisdn: string; readonly shown: string };

/**
 * Returns a mobile number that no order transfers yet, because a shop has one transfer of a number under way. Tests of
 * one shop draw from five million; the operator's sandbox refuses only numbers with zeros.
 */
export function newTransferNumber(): TransferNumber {
  const digits = Array.from({ length: 7 }, () => 1 + Math.floor(Math.random() * 9)).join("");
  const msisdn = `4179${digits}`;
  return { msisdn, shown: displayPhone(msisdn) };
}
