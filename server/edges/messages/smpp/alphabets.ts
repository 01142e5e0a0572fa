import type { GsmCoder } from "#libraries/smpp/index.ts";

/** How texts are written for the centre: `SMPP_ALPHABET`. */
export type AlphabetName = "gsm7-octets" | "latin1" | "ucs2";

/** A letter in the bytes of an alphabet, and how many units of a message it takes. */
export type Letter = { readonly bytes: Buffer; readonly units: number };
export type Alphabet = {
  /** SMPP 3.4, 5.2.19. */
  readonly dataCoding: 0 | 3 | 8;
  /** Units in a whole message, and in each part of a longer one, whose header takes six octets (3GPP TS 23.040, 9.2.3.24). */
  readonly whole: number;
  readonly part: number;
  /** Null: the letter is not in the alphabet. */
  write(letter: string): Letter | null;
};

type Rule = Omit<Alphabet, "write"> & { write(letter: string, gsm: GsmCoder): Letter | null };

const RULES: Readonly<Record<AlphabetName, Rule>> = {
  /**
   * One octet for each septet of GSM 03.38 (3GPP TS 23.038, 6.2.1), two for letters of the extension table. data_coding 0 is the
   * centre's default alphabet, whichever that is; only the centre's operator can say that it is this one.
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
   * Phones have no Latin-1: the centre converts it. Only letters that are in both alphabets can be converted without loss, and those of
   * the extension table need two septets. 140 and 134 are right whether the centre counts octets or septets.
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
  /** Every letter, in big endian; those beyond 16 bits as a pair. */
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

export function alphabetOf(name: AlphabetName, gsm: GsmCoder): Alphabet {
  const rule = RULES[name];
  return { ...rule, write: (letter) => rule.write(letter, gsm) };
}
