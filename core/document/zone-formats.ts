/**
 * Columns of a line of a machine-readable zone, including `from` and excluding `to`. Lines and columns count from 0.
 */
export type Span = readonly [line: number, from: number, to: number];

type ZoneFormat = {
  readonly lines: number;
  readonly columns: number;
  readonly code: Span;
  readonly issuer: Span;
  /** The document number. Its check digit is in the next column, as for birthday and expiry. */
  readonly number: Span;
  readonly birthday: Span;
  readonly expiry: Span;
  readonly nationality: Span;
  readonly names: Span;
  /** Optional data after the number, where a long number can continue (TD1 only); null for the other formats. */
  readonly behindNumber: Span | null;
  /**
   * What the composite check digit covers apart from number, birthday and expiry with their check digits; it comes
   * last.
   */
  readonly optional: Span;
};

/** The line of the composite check digit. It is the last column of this line in all formats. */
export const COMPOSITE_LINE = 1;

/** The fields that both two-line formats share. */
const TWO_LINES = {
  lines: 2,
  code: [0, 0, 2],
  issuer: [0, 2, 5],
  number: [1, 0, 9],
  nationality: [1, 10, 13],
  birthday: [1, 13, 19],
  expiry: [1, 21, 27],
  behindNumber: null,
} as const;

/**
 * The formats of machine-readable zones (ICAO Doc 9303, part 5 section 4.2, part 6 section 4.2, part 4 section 4.2).
 */
export const ZONE_FORMATS = {
  /** Identity cards and residence permits of the size of a credit card. */
  TD1: {
    lines: 3,
    columns: 30,
    code: [0, 0, 2],
    issuer: [0, 2, 5],
    number: [0, 5, 14],
    behindNumber: [0, 15, 30],
    birthday: [1, 0, 6],
    expiry: [1, 8, 14],
    nationality: [1, 15, 18],
    optional: [1, 18, 29],
    names: [2, 0, 30],
  },
  /** Larger identity cards. */
  TD2: { ...TWO_LINES, columns: 36, names: [0, 5, 36], optional: [1, 28, 35] },
  /** Passports. The optional data has its own check digit. */
  TD3: { ...TWO_LINES, columns: 44, names: [0, 5, 44], optional: [1, 28, 43] },
} as const satisfies Record<string, ZoneFormat>;

export type ZoneFormatName = keyof typeof ZONE_FORMATS;

/** Returns the format with this number of lines and columns; null if there is none. */
export function zoneFormatOf(lines: number, columns: number): ZoneFormatName | null {
  const names = Object.keys(ZONE_FORMATS) as ZoneFormatName[];
  return names.find((name) => ZONE_FORMATS[name].lines === lines && ZONE_FORMATS[name].columns === columns) ?? null;
}

const WEIGHTS = [7, 3, 1] as const;

/**
 * Returns the check digit of a text (Doc 9303 part 3, section 4.9): weights 7, 3, 1 repeated, letters from A = 10, `<`
 * = 0, modulo 10.
 */
export function checkDigit(text: string): string {
  const sum = [...text].reduce((total, character, at) => total + valueOf(character) * (WEIGHTS[at % 3] ?? 0), 0);
  return String(sum % 10);
}

const valueOf = (character: string): number => (character === "<" ? 0 : Number.parseInt(character, 36));
