import type { GsmCoder } from "#libraries/smpp/index.ts";
import { alphabetOf, type Alphabet, type AlphabetName, type Letter } from "./alphabets.ts";

export type Segments = { readonly dataCoding: Alphabet["dataCoding"]; readonly parts: readonly Buffer[] };

/**
 * Splits a text into the parts of a text message, never inside a letter of two units. A letter outside the alphabet makes the
 * whole text UCS-2.
 */
export function segmentsOf(text: string, name: AlphabetName, gsm: GsmCoder): Segments {
  const alphabet = alphabetOf(name, gsm);
  const letters = Array.from(text, alphabet.write);
  if (!areWritten(letters)) return segmentsOf(text, "ucs2", gsm);
  return { dataCoding: alphabet.dataCoding, parts: cut(letters, alphabet) };
}

const areWritten = (letters: readonly (Letter | null)[]): letters is readonly Letter[] => !letters.includes(null);

function cut(letters: readonly Letter[], { whole, part }: Alphabet): readonly Buffer[] {
  const all = letters.reduce((sum, { units }) => sum + units, 0);
  const most = all <= whole ? whole : part;
  const parts: Buffer[][] = [[]];
  let taken = 0;
  for (const { bytes, units } of letters) {
    if (taken + units > most) {
      parts.push([]);
      taken = 0;
    }
    parts.at(-1)?.push(bytes);
    taken += units;
  }
  return parts.map((each) => Buffer.concat(each));
}

/** The header that lets a phone join the parts (3GPP TS 23.040, 9.2.3.24.1): an 8-bit reference, the number of parts, and the number of this part from 1. */
export function partHeader(reference: number, count: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference & 0xff, count, number]);
}
