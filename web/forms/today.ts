import { dayInZurich, type Day } from "#core/time/dates.ts";

/** Today in Switzerland, by which ages and documents are checked. */
export function today(): Day {
  return dayInZurich(new Date());
}
