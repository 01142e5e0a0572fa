import { compareDays, dayInZurich, formatDay, parseDay, type Day } from "./dates.ts";

const HOUR_MS = 3_600_000;
/** Created once, because creating a formatter is slow. */
const CLOCK_IN_ZURICH = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Zurich", timeStyle: "short" });

/** The moment of a time of day in Switzerland; the first of two where the clock is set back. Null if the day has no such time. */
export function momentInZurich(day: Day, hour = 0, minute = 0): Date | null {
  const utc = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  // Summer time is two hours ahead of UTC, and winter time one.
  const moments = [2, 1].map((ahead) => new Date(utc - ahead * HOUR_MS));
  return moments.find((at) => compareDays(dayInZurich(at), day) === 0 && CLOCK_IN_ZURICH.format(at) === time) ?? null;
}

/** The moment of an ISO 8601 text with its zone; null for any other text, and for a day that does not exist or is before 1900. */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const at = new Date(text);
  return parseDay(text.slice(0, 10)) === null || Number.isNaN(at.getTime()) ? null : at;
}

/** The moment at which a day begins in Switzerland. */
export function beginningOf(day: Day): Date {
  const at = momentInZurich(day);
  if (!at) throw new Error(`${formatDay(day)} has no midnight`);
  return at;
}
