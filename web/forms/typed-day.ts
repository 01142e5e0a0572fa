import { dayOf, formatDay, parseDay } from "#core/dates.ts";

/** Two digits of a year are of this century: documents are issued and end in it. */
const CENTURY = "20";

/**
 * Reads a date as people type it, day first as on Swiss documents in every language: `1.5.2022`, `01/05/22`,
 * `01052022`, or the wire's own `2022-05-01`. Answers the wire's form, or null when it is no date, or not one yet.
 */
export function readTypedDay(text: string): string | null {
  const typed = text.trim();
  const wire = parseDay(typed);
  if (wire) return formatDay(wire);
  const parts =
    /^(\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{4}|\d{2})\.?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (!parts) return null;
  const [, day = "", month = "", year = ""] = parts;
  const found = dayOf(year.length === 2 ? CENTURY + year : year, month, day);
  return found && formatDay(found);
}

/** A date of the wire as documents print it: `01.05.2022`. What is no date stays as it was typed. */
export function printDay(text: string): string {
  const day = parseDay(text);
  if (!day) return text;
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(day.day)}.${two(day.month)}.${day.year}`;
}
