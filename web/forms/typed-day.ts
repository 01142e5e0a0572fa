import { dayOf, formatDay, parseDay } from "#core/dates.ts";

/** Completes years of two digits: documents are issued and expire in this century. */
const CENTURY = "20";

/**
 * Reads a typed date, day first as on Swiss documents in every language: `1.5.2022`, `01/05/22`, `01052022`, or `2022-05-01`
 * as on the wire. Returns it as on the wire, or null if it is not a date or not complete.
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

/** Formats a date of the wire as documents do: `01.05.2022`. Other text is returned unchanged. */
export function printDay(text: string): string {
  const day = parseDay(text);
  if (!day) return text;
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(day.day)}.${two(day.month)}.${day.year}`;
}
