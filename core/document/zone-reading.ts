import {
  checkDigit,
  COMPOSITE_LINE,
  ZONE_FORMATS,
  zoneFormatOf,
  type Span,
  type ZoneFormatName,
} from "./zone-formats.ts";

/**
 * The possible readings of a character in a picture, the most similar one first. `score`: the similarity, at most 1.
 * Empty if nothing was recognised.
 */
export type Candidates = readonly { readonly character: string; readonly score: number }[];
type Lines = readonly (readonly Candidates[])[];

/**
 * The content of a machine-readable zone, as written there. A field is null if it is uncertain, because a character is
 * unclear or a check digit does not match.
 */
export type Zone = {
  /** `P`, `I`, `ID`, `AR` …, without fillers. */
  readonly code: string | null;
  /** The issuing state: three letters, or one for Germany. */
  readonly issuer: string | null;
  readonly nationality: string | null;
  readonly number: string | null;
  /** `YYMMDD`, as is `expiry`. */
  readonly birthday: string | null;
  readonly expiry: string | null;
  readonly names: ZoneNames | null;
};

export type ZoneNames = {
  readonly surname: readonly string[];
  readonly given: readonly string[];
  /** The names fill their field, so the last one may be truncated. */
  readonly cut: boolean;
};

/** Minimum similarity of a character to its shape. */
const MIN_SCORE = 0.7;
/** If the scores of characters differ by at most this, only check digits can tell them apart. */
const MARGIN = 0.02;
/**
 * The margin for numbers is the largest lead of a letter over a digit in the dates, which have no letters, plus this.
 * In a blurred picture all zeros look like the letter O, and check digits do not detect two such errors.
 */
const BEYOND_DATES = 0.04;
/** How much more similar a character of the wrong kind may be, such as the letter O among digits. */
const MAX_LEAD_OF_OTHER_KIND = 0.12;
/** Maximum number of readings of a field; with more, the field counts as unread. */
const MAX_READINGS = 4000;

/** The characters that a field can have, and by how much the best one has to lead to be the only reading. */
type Kind = { readonly fits: (character: string) => boolean; readonly margin: number };
const DIGIT: Kind = { fits: (character) => /^\d$/.test(character), margin: MARGIN };
const LETTER: Kind = { fits: (character) => /^[A-Z<]$/.test(character), margin: MARGIN };

/**
 * Reads a zone from the candidates of each character; null if the lines match no format.
 *
 * Number, birthday and expiry are accepted together, if exactly one combination of plausible characters matches all
 * check digits. If something is covered, so that the composite check digit cannot be used, a date is accepted if its
 * own check digit matches. A number is not, because similar letters and digits can match one check digit by chance.
 */
export function readZone(lines: Lines): Zone | null {
  const columns = lines[0]?.length ?? 0;
  const format = zoneFormatOf(lines.length, columns);
  if (!format || lines.some((line) => line.length !== columns)) return null;
  const spans = ZONE_FORMATS[format];
  const word = (span: Span) => onlyOne(readings(lines, span, LETTER));
  const names = word(spans.names);
  const code = withoutFillers(word(spans.code));
  const issuer = withoutFillers(word(spans.issuer));
  // The French identity card of 1987 to 2021 has the size of TD2 but columns of its own.
  if (format === "TD2" && code === "ID" && issuer === "FRA") return null;
  return {
    code,
    issuer,
    nationality: withoutFillers(word(spans.nationality)),
    ...checkedFields(lines, format),
    names: names === null ? null : splitNames(names),
  };
}

/** A reading of a field: its value, and the columns that the composite check digit covers. */
type Reading = { readonly value: string; readonly covered: string };

function checkedFields(lines: Lines, format: ZoneFormatName): Pick<Zone, "number" | "birthday" | "expiry"> {
  const spans = ZONE_FORMATS[format];
  const any: Kind = { fits: () => true, margin: marginOf(lines, format) };
  const numbers = numberReadings(lines, spans, any);
  const birthdays = dateReadings(lines, spans.birthday);
  const expiries = dateReadings(lines, spans.expiry);
  const rest = readings(lines, spans.optional, any);
  const composites = readings(lines, [COMPOSITE_LINE, spans.columns - 1, spans.columns], DIGIT);
  if (
    numbers.length === 0 ||
    birthdays.length === 0 ||
    expiries.length === 0 ||
    rest.length === 0 ||
    composites.length === 0
  )
    return { number: null, birthday: onlyOne(birthdays)?.value ?? null, expiry: onlyOne(expiries)?.value ?? null };
  const fitting = new Map<string, Pick<Zone, "number" | "birthday" | "expiry">>();
  for (const number of numbers)
    for (const birthday of birthdays)
      for (const expiry of expiries)
        if (
          rest.some((optional) =>
            composites.includes(checkDigit(number.covered + birthday.covered + expiry.covered + optional)),
          )
        )
          fitting.set([number.value, birthday.value, expiry.value].join(" "), {
            number: withoutFillers(number.value),
            birthday: birthday.value,
            expiry: expiry.value,
          });
  return onlyOne([...fitting.values()]) ?? { number: null, birthday: null, expiry: null };
}

/** Returns the readings of a date whose check digit matches. */
function dateReadings(lines: Lines, span: Span): readonly Reading[] {
  return checked(lines, span, DIGIT).filter(({ value }) => isMonthAndDay(value));
}

/**
 * Returns the margin for fields with letters and digits: wider if the digits of the dates look like letters in this
 * picture.
 */
function marginOf(lines: Lines, format: ZoneFormatName): number {
  const { birthday, expiry } = ZONE_FORMATS[format];
  const digits = [birthday, expiry].flatMap(([line, from, to]) => lines[line]?.slice(from, to + 1) ?? []);
  const excess = digits.map((candidates) => scoreOf(candidates, LETTER) - scoreOf(candidates, DIGIT));
  return Math.max(MARGIN, ...excess.map((each) => each + BEYOND_DATES));
}

const scoreOf = (candidates: Candidates, { fits }: Kind): number =>
  candidates.find(({ character }) => fits(character))?.score ?? 0;

/** Returns the readings of a number whose check digit matches. */
function numberReadings(
  lines: Lines,
  { number: span, behindNumber: behind }: (typeof ZONE_FORMATS)[ZoneFormatName],
  any: Kind,
): readonly Reading[] {
  const numbers = checked(lines, span, any);
  if (!behind) return numbers;
  const [line, , to] = span;
  const optional = readings(lines, behind, any);
  const long = onlyOne(readings(lines, [line, to, to + 1], any)) === "<";
  if (!long)
    return numbers.flatMap(({ value, covered }) => optional.map((text) => ({ value, covered: covered + text })));
  return readings(lines, span, any).flatMap((start) => optional.flatMap((text) => longNumber(start, text)));
}

/**
 * Returns the readings of a number of more than nine characters. It continues in the optional data, followed by its
 * check digit (Doc 9303 part 5, note j).
 */
function longNumber(start: string, optional: string): readonly Reading[] {
  const [, end, digit] = /^([A-Z0-9]+)(\d)<+/.exec(optional) ?? [];
  if (end === undefined || checkDigit(start + end) !== digit) return [];
  return [{ value: start + end, covered: `${start}<${optional}` }];
}

function checked(lines: Lines, [line, from, to]: Span, kind: Kind): readonly Reading[] {
  const digits = readings(lines, [line, to, to + 1], DIGIT);
  return readings(lines, [line, from, to], kind)
    .filter((text) => digits.includes(checkDigit(text)))
    .map((text) => ({ value: text, covered: text + checkDigit(text) }));
}

/** Returns all plausible readings of a field; none if a character is unclear or there are too many readings. */
function readings(lines: Lines, [line, from, to]: Span, kind: Kind): readonly string[] {
  let found: readonly string[] = [""];
  for (const candidates of lines[line]?.slice(from, to) ?? []) {
    const plausible = plausibleOf(candidates, kind);
    found = found.flatMap((start) => plausible.map((character) => start + character));
    if (found.length > MAX_READINGS) return [];
  }
  return found;
}

function plausibleOf(candidates: Candidates, { fits, margin }: Kind): readonly string[] {
  const possible = candidates.filter(({ character }) => fits(character));
  const best = possible[0]?.score ?? 0;
  if (best < MIN_SCORE || best < (candidates[0]?.score ?? 0) - MAX_LEAD_OF_OTHER_KIND) return [];
  return possible.filter(({ score }) => score >= best - margin).map(({ character }) => character);
}

function isMonthAndDay(date: string): boolean {
  const [month, day] = [Number(date.slice(2, 4)), Number(date.slice(4, 6))];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Splits the field `SURNAME<<GIVEN<NAMES`. Without `<<` there are no given names. */
function splitNames(field: string): ZoneNames {
  const [surname = "", given = ""] = field.replace(/<+$/, "").split("<<");
  const words = (text: string) => text.split("<").filter(Boolean);
  return { surname: words(surname), given: words(given), cut: !field.endsWith("<") };
}

const withoutFillers = (text: string | null) => text?.replaceAll("<", "") ?? null;
const onlyOne = <Value>(found: readonly Value[]): Value | null => (found.length === 1 ? (found[0] ?? null) : null);
