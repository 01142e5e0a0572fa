import { addDays, compareDays, parseDay, type Day } from "../time/dates.ts";
import { isWorkingDay, workingDaysAfter } from "../time/working-days.ts";

/** Minimum duration of a transfer in working days (domain facts, Number transfer). */
const WORKING_DAYS = 3;
/** How many days ahead a transfer can be ordered; longer than any usual period of notice. */
const LATEST_DAYS = 180;

/** Returns the first and the last transfer day that an order placed today can request. */
export function transferDays(today: Day): { readonly earliest: Day; readonly latest: Day } {
  return { earliest: workingDaysAfter(today, WORKING_DAYS), latest: addDays(today, LATEST_DAYS) };
}

export type TransferDayMistake = "date" | "transferDay.tooEarly" | "transferDay.tooLate" | "transferDay.notWorking";

/** Returns what is wrong with a requested transfer day (`YYYY-MM-DD`). An empty text stands for as soon as possible. */
export function transferDayMistake(text: string, today: Day): TransferDayMistake | null {
  if (text.trim() === "") return null;
  const day = parseDay(text);
  if (!day) return "date";
  const { earliest, latest } = transferDays(today);
  if (compareDays(day, earliest) < 0) return "transferDay.tooEarly";
  if (compareDays(day, latest) > 0) return "transferDay.tooLate";
  return isWorkingDay(day) ? null : "transferDay.notWorking";
}
