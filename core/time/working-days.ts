import { addDays, compareDays, type Day } from "./dates.ts";

/** Returns Easter Sunday of a year (Meeus/Jones/Butcher algorithm). */
export function easterSunday(year: number): Day {
  const moon = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const fullMoon = (19 * moon + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - fullMoon - (inCentury % 4)) % 7;
  const late = Math.floor((moon + 11 * fullMoon + 22 * weekday) / 451);
  const days = fullMoon + weekday - 7 * late + 114;
  return { year, month: Math.floor(days / 31), day: (days % 31) + 1 };
}

/** Holidays with a fixed date: New Year, the national day, Christmas, St Stephen's Day. */
const FIXED = new Set(["1-1", "8-1", "12-25", "12-26"]);
/** Holidays relative to Easter Sunday, in days: Good Friday, Easter Monday, Ascension, Whit Monday. */
const FROM_EASTER = [-2, 1, 39, 50] as const;

/**
 * Returns whether no post is delivered on a day in all or nearly all of Switzerland. Holidays of single cantons are
 * ignored, because the dates shown are only "expected" or "earliest".
 */
function isHoliday(day: Day): boolean {
  if (FIXED.has(`${day.month}-${day.day}`)) return true;
  const easter = easterSunday(day.year);
  return FROM_EASTER.some((days) => compareDays(addDays(easter, days), day) === 0);
}

/** Returns whether a day is Monday to Friday and not a holiday. */
export function isWorkingDay(day: Day): boolean {
  const weekday = new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/** Returns the day that is `count` working days after a day, not counting that day itself. */
export function workingDaysAfter(day: Day, count: number): Day {
  let at = day;
  for (let left = count; left > 0;) {
    at = addDays(at, 1);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** Returns the day itself if it is a working day, otherwise the next one that is. */
export function firstWorkingDayFrom(day: Day): Day {
  return isWorkingDay(day) ? day : workingDaysAfter(day, 1);
}

export function firstWorkingDayOfNextMonth({ year, month }: Day): Day {
  const first = month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
  return firstWorkingDayFrom(first);
}
