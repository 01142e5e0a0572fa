import { dayInZurich, type Day } from "#core/time/dates.ts";

/** Returns today's date in Switzerland, which ages and documents are checked against. */
export function today(): Day {
  return dayInZurich(new Date());
}
