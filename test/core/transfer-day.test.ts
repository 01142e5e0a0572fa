import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, compareDays, formatDay, type Day } from "#core/time/dates.ts";
import { transferDayMistake, transferDays } from "#core/phone-numbers/transfer-day.ts";
import { firstWorkingDayFrom, isWorkingDay } from "#core/time/working-days.ts";

const MONDAY: Day = { year: 2026, month: 11, day: 23 };
const anyDay = fc.integer({ min: 0, max: 4000 }).map((days) => addDays({ year: 2024, month: 1, day: 1 }, days));

describe("the day of a transfer", () => {
  test("can be left open", () => expect(transferDayMistake(" ", MONDAY)).toBeNull());

  test.each([
    ["2026-11-25", "transferDay.tooEarly"],
    ["2026-11-26", null],
    ["2026-11-28", "transferDay.notWorking"],
    ["2026-12-25", "transferDay.notWorking"],
    ["2027-05-21", null],
    ["2027-05-24", "transferDay.tooLate"],
    ["2026-11-31", "date"],
    ["soon", "date"],
  ])("%s, on 23 November 2026: %s", (day, mistake) => expect(transferDayMistake(day, MONDAY)).toBe(mistake));

  test("the earliest one is always valid, the day before it never; every valid one in between is a working day", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -10, max: 400 }), (today, ahead) => {
        const { earliest, latest } = transferDays(today);
        expect(transferDayMistake(formatDay(earliest), today)).toBeNull();
        expect(transferDayMistake(formatDay(addDays(earliest, -1)), today)).toBe("transferDay.tooEarly");
        const day = addDays(today, ahead);
        const isRight = transferDayMistake(formatDay(day), today) === null;
        expect(isRight).toBe(isWorkingDay(day) && compareDays(day, earliest) >= 0 && compareDays(day, latest) <= 0);
      }),
    );
  });

  test("named by the old provider is moved to the next working day, never back", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const moved = firstWorkingDayFrom(day);
        expect(isWorkingDay(moved)).toBe(true);
        expect(compareDays(moved, day)).toBeGreaterThanOrEqual(0);
        expect(compareDays(moved, addDays(day, 7))).toBeLessThan(0);
        if (isWorkingDay(day)) expect(moved).toEqual(day);
      }),
    );
  });
});
