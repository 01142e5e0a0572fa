import { clockInZurich, compareDays, formatDay, parseDay, type Day } from "./dates.ts";

const HOUR_MS = 3_600_000;

/**
 * Returns the moment of a time of day in Switzerland; the first of two if the clock is set back. Null if the day has no
 * such time.
 */
export function momentInZurich(day: Day, hour = 0, minute = 0): Date | null {
  const utc = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  // Summer time is two hours ahead of UTC, and winter time one.
  const moments = [2, 1].map((ahead) => new Date(utc - ahead * HOUR_MS));
  const isMeant = (at: Date) => {
    const clock = clockInZurich(at);
    return compareDays(clock, day) === 0 && clock.hour === hour && clock.minute === minute;
  };
  return moments.find(isMeant) ?? null;
}

/**
 * Returns the moment of an ISO 8601 text with its zone; null for any other text, and for a day that does not exist or
 * is before 1900.
 */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const at = new Date(text);
  return parseDay(text.slice(0, 10)) === null || Number.isNaN(at.getTime()) ? null : at;
}

/** Returns the moment at which a day begins in Switzerland. */
export function beginningOf(day: Day): Date {
  const at = momentInZurich(day);
  if (!at) throw new Error(`${formatDay(day)} has no midnight`);
  return at;
}
