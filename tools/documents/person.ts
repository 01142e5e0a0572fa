import { checkDigit, type ZoneFormatName } from "#core/document/zone-formats.ts";
import { pick, type Random } from "../../test/support/seeded.ts";

/**
 * An invented person with an invented document. Names are written as in a machine-readable zone, with `<` between
 * words.
 */
export type Person = {
  readonly code: string;
  /** The issuing state and the nationality, as codes of the zone. */
  readonly issuer: string;
  readonly nationality: string;
  readonly surname: string;
  readonly given: string;
  readonly number: string;
  readonly birthday: string;
  readonly sex: "M" | "F" | "<";
  readonly expiry: string;
  readonly optional: string;
};

const SURNAMES =
  "MUELLER KELLER SCHNEIDER<MEIER ROSSI FAVRE JOVANOVIC ZBINDEN KRKLJES WEISS OESCH BACHMANN KUENZLI GIGLIO QUIQUEREZ WYSS VUKOVIC DANGELO FERNANDEZ<DE<LA<CRUZ".split(
    " ",
  );
const GIVEN =
  "ANNA<MARIA LUCA JEAN<PIERRE ZOE SASA KARL<ISIDOR BOGDAN GISELA EMMA<SOPHIE MILICA QUENTIN XENIA WALTER YVES<MARC".split(
    " ",
  );
/** Approximate patterns of document numbers by state: A stands for a letter, 9 for a digit, X for either. */
const NUMBERS: Readonly<Record<string, string>> = {
  CHE: "X9999999",
  D: "AXXXXXXXX",
  ITA: "AA9999999",
  FRA: "99AA99999",
  AUT: "A9999999",
  SRB: "999999999",
  HRV: "999999999",
  PRT: "AA999999",
  ESP: "AAA999999",
};

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const DIGITS = [..."0123456789"];
const SIGNS: Readonly<Record<string, readonly string[]>> = { A: LETTERS, "9": DIGITS, X: [...LETTERS, ...DIGITS] };
const numbered = (random: Random, pattern: string): string =>
  [...pattern].map((sign) => pick(random, SIGNS[sign] ?? [sign])).join("");
const two = (value: number) => String(value).padStart(2, "0");

function date(random: Random, years: readonly [from: number, to: number]): string {
  const year = years[0] + Math.floor(random() * (years[1] - years[0] + 1));
  return two(year % 100) + two(1 + Math.floor(random() * 12)) + two(1 + Math.floor(random() * 28));
}

/** Returns the code of a kind of document. France's `ID` on two lines has a format of its own, see `readZone`. */
function codeOf(random: Random, format: ZoneFormatName, permit: boolean): string {
  if (format === "TD3") return "P<";
  if (permit) return "AR";
  return format === "TD2" ? "I<" : pick(random, ["I<", "ID"]);
}

export function makePerson(random: Random, format: ZoneFormatName): Person {
  const issuer = pick(random, Object.keys(NUMBERS));
  // Every fifth card is a residence permit.
  const permit = format === "TD1" && random() < 0.2;
  return {
    code: codeOf(random, format, permit),
    issuer: permit ? "CHE" : issuer,
    nationality: issuer,
    surname: pick(random, SURNAMES),
    given: pick(random, GIVEN),
    number: numbered(random, permit ? "999999999" : (NUMBERS[issuer] ?? "")),
    birthday: date(random, [1940, 2006]),
    sex: pick(random, ["M", "F", "<"]),
    expiry: date(random, [2036, 2045]),
    optional: random() < 0.3 ? numbered(random, format === "TD2" ? "9999999" : "9999999999") : "",
  };
}

const filled = (text: string, columns: number): string => text.padEnd(columns, "<").slice(0, columns);
const checked = (text: string): string => text + checkDigit(text);

/** Returns the lines of a person's machine-readable zone (ICAO Doc 9303 parts 4 to 6). */
export function zoneTextOf(person: Person, format: ZoneFormatName): readonly string[] {
  const number = checked(filled(person.number, 9));
  const [birthday, expiry] = [checked(person.birthday), checked(person.expiry)];
  const nationality = filled(person.nationality, 3);
  const start = person.code + filled(person.issuer, 3);
  const names = `${person.surname}<<${person.given}`;
  if (format === "TD1") {
    const first = start + number + filled(person.optional, 15);
    const rest = filled("", 11);
    const second = birthday + person.sex + expiry + nationality + rest;
    return [first, second + checkDigit(first.slice(5) + birthday + expiry + rest), filled(names, 30)];
  }
  const columns = format === "TD2" ? 36 : 44;
  const optional =
    format === "TD2"
      ? filled(person.optional, 7)
      : person.optional
        ? checked(filled(person.optional, 14))
        : filled("", 15);
  const second = number + nationality + birthday + person.sex + expiry + optional;
  return [start + filled(names, columns - 5), second + checkDigit(number + birthday + expiry + optional)];
}
