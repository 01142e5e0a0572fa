/** A calendar day without a time or time zone. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Minimum age of a customer, in years (specification 5). */
export const MINIMUM_AGE = 18;

/** Returns the day with these parts; null if it does not exist (31 February) or a part is not a number. */
export function dayOf(year: string, month: string, day: string): Day | null {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null;
  const candidate = { year: Number(year), month: Number(month), day: Number(day) };
  const date = new Date(Date.UTC(candidate.year, candidate.month - 1, candidate.day));
  // `Date` turns a day that does not exist into one of the next month.
  return candidate.year >= 1900 && date.getUTCMonth() === candidate.month - 1 ? candidate : null;
}

/** Reads `YYYY-MM-DD`, the form of all dates on the wire. */
export function parseDay(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return dayOf(text.slice(0, 4), text.slice(5, 7), text.slice(8));
}

export function formatDay(day: Day): string {
  return `${day.year}-${String(day.month).padStart(2, "0")}-${String(day.day).padStart(2, "0")}`;
}

/** Created once, because creating a formatter is slow. */
const IN_ZURICH = new Intl.DateTimeFormat("en", {
  timeZone: "Europe/Zurich",
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** A day with its time of day. */
type Clock = Day & { readonly hour: number; readonly minute: number; readonly second: number };

/**
 * Returns the date and time in Switzerland. Reads the single parts, because their order varies between versions of the
 * browser's language data.
 */
export function clockInZurich(at: Date): Clock {
  const parts = IN_ZURICH.formatToParts(at);
  const part = (name: keyof Clock) => Number(parts.find(({ type }) => type === name)?.value);
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

/**
 * Returns a time in Switzerland as spreadsheets read it in every language: `2026-11-28 09:05`. In the hour that repeats
 * when the clocks go back, two times have one text.
 */
export function timeInZurich(at: Date): string {
  const { hour, minute, ...day } = clockInZurich(at);
  return `${formatDay(day)} ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

const HOUR_MS = 3_600_000;
/**
 * A cache for the day of the last hour, because formatting costs more than all rules of a step together. A day in
 * Switzerland starts on a full hour of UTC, so all times within an hour have the same day.
 */
let last: { readonly hour: number; readonly day: Day } | null = null;

/** Returns the calendar day in Switzerland, against which ages and documents are checked (decisions 5). */
export function dayInZurich(at: Date): Day {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  if (last?.hour === hour) return last.day;
  const { year, month, day: date } = clockInZurich(at);
  const day = { year, month, day: date };
  last = { hour, day };
  return day;
}

/** Returns a negative number if `one` is before `other`, 0 if they are equal, and otherwise a positive number. */
export function compareDays(one: Day, other: Day): number {
  return one.year - other.year || one.month - other.month || one.day - other.day;
}

/** Returns the day `days` later, or earlier if negative. */
export function addDays({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Returns the latest date of birth of a person who is of age today. Someone born on 29 February comes of age on 1
 * March.
 */
export function latestBirthday(today: Day): Day {
  return { ...today, year: today.year - MINIMUM_AGE };
}

export function isOfAge(birthday: Day, today: Day): boolean {
  return compareDays(birthday, latestBirthday(today)) <= 0;
}
