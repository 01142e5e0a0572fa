import type { GsmCoder } from "#libraries/smpp/index.ts";

/** How texts are encoded for the SMS centre: `SMPP_ALPHABET`. */
export type AlphabetName = "gsm7-octets" | "latin1" | "ucs2";

/** A letter in the bytes of an alphabet, and how many units of a message it takes. */
type Letter = { readonly bytes: Buffer; readonly units: number };
type Alphabet = {
  /** The data_coding of SMPP 3.4, 5.2.19. */
  readonly dataCoding: 0 | 3 | 8;
  /**
   * Units that fit into a single message, and into each part of a longer one, in which a header takes six octets (3GPP
   * TS 23.040, 9.2.3.24).
   */
  readonly whole: number;
  readonly part: number;
  /** Returns the encoded letter; null if the alphabet does not have it. */
  write(letter: string): Letter | null;
};

type Rule = Omit<Alphabet, "write"> & { write(letter: string, gsm: GsmCoder): Letter | null };

const RULES: Readonly<Record<AlphabetName, Rule>> = {
  /**
   * One octet for each septet of GSM 03.38 (3GPP TS 23.038, 6.2.1), two for letters of the extension table. data_coding
   * 0 is the SMS centre's default alphabet; only its operator can confirm that this is GSM 03.38.
   */
  "gsm7-octets": {
    dataCoding: 0,
    whole: 160,
    part: 153,
    write: (letter, gsm) => {
      const bytes = gsmOf(letter, gsm);
      return bytes && { bytes, units: bytes.length };
    },
  },
  /**
   * Phones do not support Latin-1, so the SMS centre converts it. Only letters that both alphabets have can be
   * converted without loss; those of the extension table then need two septets. 140 and 134 are right whether the
   * centre counts octets or septets.
   */
  latin1: {
    dataCoding: 3,
    whole: 140,
    part: 134,
    write: (letter, gsm) => {
      const septets = (letter.codePointAt(0) ?? 0) <= 0xff ? gsmOf(letter, gsm) : null;
      return septets && { bytes: Buffer.from(letter, "latin1"), units: septets.length };
    },
  },
  /** Every letter in big endian; letters beyond 16 bits as a surrogate pair. */
  ucs2: {
    dataCoding: 8,
    whole: 140,
    part: 134,
    write: (letter) => {
      const bytes = Buffer.from(letter, "utf16le").swap16();
      return { bytes, units: bytes.length };
    },
  },
};

const gsmOf = (letter: string, gsm: GsmCoder) => (gsm.match(letter) ? gsm.encode(letter) : null);

function alphabetOf(name: AlphabetName, gsm: GsmCoder): Alphabet {
  const rule = RULES[name];
  return { ...rule, write: (letter) => rule.write(letter, gsm) };
}

export type Segments = { readonly dataCoding: Alphabet["dataCoding"]; readonly parts: readonly Buffer[] };

/**
 * Splits a text into the parts of a text message, never inside a letter of two units. If a letter is not in the
 * alphabet, the whole text is sent as UCS-2.
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
  const maximum = all <= whole ? whole : part;
  const parts: Buffer[][] = [[]];
  let taken = 0;
  for (const { bytes, units } of letters) {
    if (taken + units > maximum) {
      parts.push([]);
      taken = 0;
    }
    parts.at(-1)?.push(bytes);
    taken += units;
  }
  return parts.map((each) => Buffer.concat(each));
}

/**
 * Returns the header that lets a phone join the parts (3GPP TS 23.040, 9.2.3.24.1): an 8-bit reference, the number of
 * parts, and this part's number, from 1.
 */
export function partHeader(reference: number, count: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference & 0xff, count, number]);
}
