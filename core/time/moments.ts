import { clockInZurich, compareDays, formatDay, parseDay, type Day } from "./dates.ts";

const HOUR_MS = 3_600_000;

/**
 * Returns the time at which a clock in Switzerland shows this hour and minute; the first of two if the clock is set
 * back. Null if the clock skips them on that day.
 */
export function momentInZurich(day: Day, hour = 0, minute = 0): Date | null {
  const utc = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  // Switzerland is two hours ahead of UTC in summer, and one in winter.
  const moments = [2, 1].map((ahead) => new Date(utc - ahead * HOUR_MS));
  const isMeant = (at: Date) => {
    const clock = clockInZurich(at);
    return compareDays(clock, day) === 0 && clock.hour === hour && clock.minute === minute;
  };
  return moments.find(isMeant) ?? null;
}

/**
 * Returns the time of an ISO 8601 text with its zone; null for any other text, and for a day that does not exist or is
 * before 1900.
 */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const at = new Date(text);
  return parseDay(text.slice(0, 10)) === null || Number.isNaN(at.getTime()) ? null : at;
}

/** Returns the time at which a day begins in Switzerland. */
export function startOfDay(day: Day): Date {
  const at = momentInZurich(day);
  if (!at) throw new Error(`${formatDay(day)} has no midnight`);
  return at;
}
