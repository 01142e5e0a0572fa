import type { KeyObject } from "node:crypto";
import { deriveKey, pseudonym } from "#server/platform/encryption/derive-key.ts";
import { isSwissMobile, normalisePhone } from "#core/numbers/phone.ts";

/** The key of the audit log: not in the database, so that nobody who has that alone can write a line. */
export const auditKey = (numberKey: Buffer): KeyObject => deriveKey(numberKey, "audit");

/**
 * What stands for something that was named: an order by its number; anything else, such as an e-mail, as a keyed hash, by which it is found
 * again and which says nothing to others.
 */
export function subjectOf(numberKey: Buffer, named: string): string {
  const text = named.trim();
  if (/^K\d+$/i.test(text)) return text.toUpperCase();
  const phone = normalisePhone(text);
  const same = isSwissMobile(phone) ? phone : text.toLowerCase().normalize("NFC");
  return `#${pseudonym(deriveKey(numberKey, "audit-subjects"), same)}`;
}
