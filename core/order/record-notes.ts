/**
 * Notes that the shop adds to a reason typed by a person, in records. Records contain them in English. The desk
 * recognises them by these patterns and shows them in its reader's language.
 */
const PATTERNS = {
  addressWas: /^(?<reason>.*) \(was: (?<address>.*)\)$/su,
  refundConfirmed: /^(?<reason>.*) \(asked for by (?<asker>.*); confirmed: (?<confirmed>.*)\)$/su,
  byCustomer: /^cancelled by the customer$/u,
  asInCatalogue: /^as in the catalogue$/u,
} as const satisfies Record<string, RegExp>;
export type RecordNote = keyof typeof PATTERNS;
export const RECORD_NOTES = Object.keys(PATTERNS) as readonly RecordNote[];

/** Returns the reason of a corrected address, with the previous address. */
export const addressWas = (reason: string, address: string): string => `${reason} (was: ${address})`;

/**
 * Returns the reason of a refund that a second person confirmed: why and by whom it was requested, and why it was
 * confirmed.
 */
export const refundConfirmed = (reason: string, asker: string, confirmed: string): string =>
  `${reason} (asked for by ${asker}; confirmed: ${confirmed})`;

export const BY_CUSTOMER = "cancelled by the customer";
/** The reason of an article's opening stock. */
export const AS_IN_CATALOGUE = "as in the catalogue";

/** Finds the note in a reason, with its values; null if a person typed the whole reason. */
export function readNote(
  reason: string,
): { readonly note: RecordNote; readonly values: Readonly<Record<string, string>> } | null {
  for (const note of RECORD_NOTES) {
    const found = PATTERNS[note].exec(reason);
    if (found) return { note, values: { ...found.groups } };
  }
  return null;
}
