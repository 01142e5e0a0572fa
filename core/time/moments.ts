import { addDays, clockInZurich, compareDays, formatDay, parseDay, type Day } from "./dates.ts";

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

const CLOCK = String.raw`(\d{4}-\d{2}-\d{2})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?`;
const MOMENT = new RegExp(String.raw`^${CLOCK}(?:Z| ?([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$`);
const LOCAL = new RegExp(`^${CLOCK}$`);
const MINUTE_MS = 60_000;

/**
 * Returns the time of an ISO 8601 text with its zone, such as `2026-11-28T09:00:00+01:00`. The zone may also be
 * `+0100`, `+01` or `Z`. Null for any other text, and for a day that does not exist or is before 1900. Reads every part
 * itself, because `Date` reads fewer forms, and reads 30 February as 2 March. What is shorter than a millisecond is cut
 * off.
 */
export function readMoment(text: string): Date | null {
  const [, date = "", hour, minute, second = "0", fraction = "", sign, ahead = "0", minutesAhead = "0"] =
    MOMENT.exec(text) ?? [];
  const day = parseDay(date);
  if (!day) return null;
  const offset = (Number(ahead) * 60 + Number(minutesAhead)) * (sign === "-" ? -1 : 1);
  const utc = Date.UTC(day.year, day.month - 1, day.day, Number(hour), Number(minute), Number(second));
  return new Date(utc + millisecondsOf(fraction) - offset * MINUTE_MS);
}

const millisecondsOf = (fraction: string) => Number(fraction.slice(0, 3).padEnd(3, "0"));

/** A span of time, which ends just before `before`. */
export type Span = { readonly from: Date; readonly before: Date };

/**
 * Returns the time that somebody means: a whole day in Switzerland, `2026-11-28`; a time on the clock in Switzerland,
 * `2026-11-28T09:00`; or a time with its zone, as `readMoment` reads it. The latter two last for a millisecond, the
 * unit of `Date`. Null for any other text, and for a time that the clock skips. Never depends on the zone of this
 * process.
 */
export function readSpan(text: string): Span | null {
  const day = parseDay(text);
  if (day) return { from: startOfDay(day), before: startOfDay(addDays(day, 1)) };
  const at = readMoment(text) ?? localMoment(text);
  return at && { from: at, before: new Date(at.getTime() + 1) };
}

function localMoment(text: string): Date | null {
  const [, date = "", hour, minute, second = "0", fraction = ""] = LOCAL.exec(text) ?? [];
  const day = parseDay(date);
  const at = day && momentInZurich(day, Number(hour), Number(minute));
  return at && new Date(at.getTime() + Number(second) * 1000 + millisecondsOf(fraction));
}

/** Returns the time at which a day begins in Switzerland. */
export function startOfDay(day: Day): Date {
  const at = momentInZurich(day);
  if (!at) throw new Error(`${formatDay(day)} has no midnight`);
  return at;
}
