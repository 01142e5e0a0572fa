/**
 * What the shop itself writes into the reasons of records, beside what a person typed. Records keep it in English; the
 * desk says it in the language of its reader, and finds it again by these shapes.
 */
const SHAPES = {
  addressWas: /^(?<reason>.*) \(was: (?<address>.*)\)$/su,
  refundConfirmed: /^(?<reason>.*) \(asked for by (?<asker>.*); confirmed: (?<confirmed>.*)\)$/su,
  byCustomer: /^cancelled by the customer$/u,
  asInCatalogue: /^as in the catalogue$/u,
} as const satisfies Record<string, RegExp>;
export type RecordNote = keyof typeof SHAPES;
export const RECORD_NOTES = Object.keys(SHAPES) as readonly RecordNote[];

/** The reason of a corrected address, with the address before. */
export const addressWas = (reason: string, address: string): string => `${reason} (was: ${address})`;

/**
 * The reason of a refund that a second person has confirmed: why it was asked for, by whom, and why it was confirmed.
 */
export const refundConfirmed = (reason: string, asker: string, confirmed: string): string =>
  `${reason} (asked for by ${asker}; confirmed: ${confirmed})`;

export const BY_CUSTOMER = "cancelled by the customer";
/** The first pieces of an article. */
export const AS_IN_CATALOGUE = "as in the catalogue";

/** The note in a reason, with what it names; null if a person has typed all of it. */
export function readNote(
  reason: string,
): { readonly note: RecordNote; readonly values: Readonly<Record<string, string>> } | null {
  for (const note of RECORD_NOTES) {
    const found = SHAPES[note].exec(reason);
    if (found) return { note, values: { ...found.groups } };
  }
  return null;
}
