import { addDays, compareDays, dayInZurich } from "#core/dates.ts";
import { beginningOf } from "#core/moments.ts";
import { workingDaysAfter } from "#core/working-days.ts";
import type { Config } from "#server/config/config.ts";

/** Orders that were held before this moment should have been decided on by yesterday (`decidedBy`). */
export function lateIfHeldBefore(now: Date, { reviewDays }: Pick<Config, "reviewDays">): Date {
  const today = dayInZurich(now);
  let first = today;
  for (let day = today; compareDays(workingDaysAfter(day, reviewDays), today) >= 0; day = addDays(day, -1)) first = day;
  return beginningOf(first);
}
