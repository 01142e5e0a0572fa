import { dayInZurich, type Day } from "#core/dates.ts";

/** The day in Switzerland, on which ages and documents count. */
export function today(): Day {
  return dayInZurich(new Date());
}
