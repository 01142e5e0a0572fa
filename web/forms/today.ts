import { dayInZurich, type Day } from "#core/time/dates.ts";

/** Returns today's date in Switzerland. Ages and documents are checked against it. */
export function today(): Day {
  return dayInZurich(new Date());
}
