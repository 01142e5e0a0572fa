import { compareDays, dayOf, formatDay, parseDay, type Day } from "./dates.ts";
import { plainText } from "../text/plain-text.ts";

/**
 * Month names in the five languages, Austrian German and Croatian, with their inflected forms. Abbreviations of them
 * are accepted too.
 */
const MONTHS = [
  "jänner jaenner january janvier gennaio januara siječanj siječnja",
  "feber february février febbraio februara veljača veljače",
  "märz maerz mrz march mars marzo marta ožujak ožujka",
  "avril aprile aprila travanj travnja",
  "mai may maggio maja svibanj svibnja",
  "juni june juin giugno juna lipanj lipnja",
  "juli july juillet luglio jula srpanj srpnja",
  "august août agosto avgusta kolovoz kolovoza",
  "september septembre settembre septembar septembra rujan rujna",
  "oktober october octobre ottobre oktobar oktobra listopada",
  "november novembre novembar novembra studeni studenoga",
  "dezember december décembre dicembre decembar decembra prosinac prosinca",
].map((names) => names.split(" ").map(folded));

const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/** Minimum length of an abbreviation, in characters. */
const MIN_ABBREVIATION = 3;

function folded(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Returns the number of a month, 1 to 12. It can be typed as a number, in Roman capitals, or as a name or its
 * abbreviation: `3`, `III`, `März`, `sept.`
 */
export function readMonth(typed: string): number | null {
  const text = plainText(typed).replace(/\.$/, "");
  if (ROMAN.includes(text)) return ROMAN.indexOf(text) + 1;
  const word = folded(text);
  if (/^\d{1,2}$/.test(word)) return Number(word) >= 1 && Number(word) <= 12 ? Number(word) : null;
  return word.length < MIN_ABBREVIATION ? null : monthNamed(word);
}

function monthNamed(word: string): number | null {
  const [first, second] = MONTHS.flatMap((names, index) =>
    names.some((name) => name.startsWith(word)) ? [index] : [],
  );
  return first === undefined || second !== undefined ? null : first + 1;
}

/** `latest`: years of two digits are completed to this century, unless the day would then be after `latest`. */
type Options = { readonly latest?: Day };

/**
 * Reads a typed or pasted date: `1.5.2022`, `01/05/22`, `01052022`, `2022-05-01`, `1. Mai 2022`, `1.V.2022`, `May 1,
 * 2022`. Dates in numbers have the day first, as on Swiss documents in every language, or the year first. Null if it is
 * not a complete date.
 */
export function readDay(typed: string, { latest }: Options = {}): Day | null {
  const text = plainText(typed);
  const parts = digitParts(text) ?? wordParts(text);
  if (!parts) return null;
  const [year, month, day] = parts;
  if (year.length !== 2) return dayOf(year, month, day);
  const found = dayOf(`20${year}`, month, day);
  return found && latest && compareDays(found, latest) > 0 ? dayOf(`19${year}`, month, day) : found;
}

/** Returns a typed date as on the wire (`YYYY-MM-DD`), or null. */
export function readTypedDay(typed: string): string | null {
  const day = readDay(typed);
  return day && formatDay(day);
}

/** Formats a date from the wire as documents do: `01.05.2022`. Other text is returned unchanged. */
export function printDay(text: string): string {
  const day = parseDay(text);
  if (!day) return text;
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(day.day)}.${two(day.month)}.${day.year}`;
}

type Parts = readonly [year: string, month: string, day: string];

function digitParts(text: string): Parts | null {
  const yearFirst = /^(\d{4})[ ./-]+(\d{1,2})[ ./-]+(\d{1,2})\.?$/.exec(text);
  if (yearFirst) return [yearFirst[1] ?? "", yearFirst[2] ?? "", yearFirst[3] ?? ""];
  const dayFirst =
    /^(\d{1,2})[ ./,-]+(\d{1,2})[ ./,-]+(\d{4}|\d{2})\.?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  return dayFirst && [dayFirst[3] ?? "", dayFirst[2] ?? "", dayFirst[1] ?? ""];
}

/** Reads a date that has the month as a word. Ignores the weekday before it and the ending of `1er` or `1st`. */
function wordParts(text: string): Parts | null {
  const [first, second, ...more] = (text.match(/\d+/g) ?? []) as readonly string[];
  const months = (text.match(/\p{L}+/gu) ?? []).flatMap((word) => readMonth(word) ?? []);
  const [month] = months;
  if (first === undefined || second === undefined || more.length > 0 || month === undefined || months.length > 1)
    return null;
  return first.length === 4 ? [first, String(month), second] : [second, String(month), first];
}

export type Birthday = { readonly day: string; readonly month: string; readonly year: string };

/**
 * Tidies a birthday that was typed into three fields: a month's name becomes its number, and a whole date in one of the
 * fields fills all three. Anything else stays as typed.
 */
export function tidyBirthday(typed: Birthday, today: Day): Birthday {
  const whole = [typed.day, typed.month, typed.year].map((part) => readDay(part, { latest: today })).find(Boolean);
  if (whole) return { day: String(whole.day), month: String(whole.month), year: String(whole.year) };
  const month = plainText(typed.month);
  return {
    day: plainText(typed.day).replace(/\.$/, ""),
    month: /^\d+$/.test(month) ? month : String(readMonth(month) ?? month),
    year: plainText(typed.year),
  };
}
