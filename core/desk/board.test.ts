import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayInZurich, type Day } from "#core/time/dates.ts";
import { startOfDay } from "#core/time/moments.ts";
import { BOARD_PERIODS, hourOf, HOUR_MS, hoursOf, slotsOf, spanBefore, spanOf, type BoardPeriod } from "./board.ts";

const SPRING: Day = { year: 2026, month: 3, day: 29 };
const AUTUMN: Day = { year: 2026, month: 10, day: 25 };
const USUAL: Day = { year: 2026, month: 11, day: 21 };
const days = fc.integer({ min: 0, max: 1500 }).map((count) => addDays({ year: 2025, month: 1, day: 1 }, count));
const periods = fc.constantFrom(...(Object.keys(BOARD_PERIODS) as BoardPeriod[]));
const clock = (at: Date) =>
  new Intl.DateTimeFormat("de-CH", { timeZone: "Europe/Zurich", hour: "2-digit", minute: "2-digit" }).format(at);

describe("the hours of a day in Switzerland", () => {
  test("are 24, but 23 when summer time begins and 25 when it ends", () => {
    expect([USUAL, SPRING, AUTUMN].map((day) => hoursOf(day).length)).toEqual([24, 23, 25]);
    expect(hoursOf(SPRING).map(({ from }) => clock(from))).not.toContain("02:00");
    expect(hoursOf(AUTUMN).filter(({ from }) => clock(from) === "02:00")).toHaveLength(2);
  });

  test("are consecutive full hours within that day", () => {
    fc.assert(
      fc.property(days, (day) => {
        const hours = hoursOf(day);
        expect(hours[0]?.from).toEqual(startOfDay(day));
        for (const [index, { from, until }] of hours.entries()) {
          expect([hourOf(from), dayInZurich(from)]).toEqual([from, day]);
          expect(until.getTime() - from.getTime()).toBe(HOUR_MS);
          if (index > 0) expect(hours[index - 1]?.until).toEqual(from);
        }
        expect(hours.at(-1)?.until).toEqual(startOfDay(addDays(day, 1)));
      }),
    );
  });
});

describe("a period", () => {
  test("is covered by its parts without a gap, and each part has its counterpart on the same weekday", () => {
    fc.assert(
      fc.property(periods, days, (period, last) => {
        const slots = slotsOf(period, last);
        const { from, until } = spanOf(period, last);
        expect([slots[0]?.from, slots.at(-1)?.until]).toEqual([from, until]);
        for (const [index, slot] of slots.entries()) if (index > 0) expect(slot.from).toEqual(slots[index - 1]?.until);
        for (const { from: at, before } of slots)
          if (before) expect(dayInZurich(before.from)).toEqual(addDays(dayInZurich(at), -BOARD_PERIODS[period]));
        // No order of the earlier period counts twice.
        const befores = slots.flatMap(({ before }) => before ?? []);
        for (const [index, before] of befores.entries())
          if (index > 0) expect(before.from >= (befores[index - 1]?.until ?? before.from)).toBe(true);
        expect(befores.every((before) => before.until <= from)).toBe(true);
      }),
    );
  });

  test("is compared with the same clock hours a week earlier, also across a clock change", () => {
    const pairs = (day: Day) =>
      slotsOf("day", day).map(({ from, before }) => [clock(from), before && clock(before.from)]);
    expect(pairs(USUAL)[13]).toEqual(["13:00", "13:00"]);
    // A day of 25 hours after one of 24: the second hour from 2 to 3 has no counterpart.
    expect(pairs(AUTUMN).slice(1, 5)).toEqual([
      ["01:00", "01:00"],
      ["02:00", "02:00"],
      ["02:00", null],
      ["03:00", "03:00"],
    ]);
    // A day of 24 hours after one of 25: both hours from 2 to 3 are the counterpart of one.
    const [, , two] = slotsOf("day", addDays(AUTUMN, 7));
    expect(((two?.before?.until.getTime() ?? 0) - (two?.before?.from.getTime() ?? 0)) / HOUR_MS).toBe(2);
    // A day of 24 hours after one of 23: the hour that the clock skipped has no counterpart.
    expect(pairs(addDays(SPRING, 7)).slice(1, 4)).toEqual([
      ["01:00", "01:00"],
      ["02:00", null],
      ["03:00", "03:00"],
    ]);
  });

  test("is compared up to the same time of day while it is running, and as a whole afterwards", () => {
    const now = new Date("2026-11-21T19:15:20.500Z");
    expect(spanBefore("day", USUAL, now)).toEqual({
      from: new Date("2026-11-13T23:00:00Z"),
      until: new Date("2026-11-14T19:15:20.500Z"),
    });
    expect(spanBefore("day", addDays(USUAL, -1), now).until).toEqual(new Date("2026-11-13T23:00:00Z"));
    expect(spanBefore("week", USUAL, now).until).toEqual(new Date("2026-11-14T19:15:20.500Z"));
    // 10:30 local time is compared with 10:30 local time, across a clock change too.
    const winter = spanBefore("day", AUTUMN, new Date("2026-10-25T09:30:00Z"));
    expect([clock(winter.until), winter.until]).toEqual(["10:30", new Date("2026-10-18T08:30:00Z")]);
    const skipped = spanBefore("day", addDays(SPRING, 7), new Date("2026-04-05T00:20:00Z"));
    expect(skipped.until).toEqual(new Date("2026-03-29T01:20:00Z"));
  });

  test("is compared with a span as long as the time that has passed, within the hour of a clock change", () => {
    const moments = fc
      .integer({ min: 0, max: 1500 * 24 * 60 })
      .map((minutes) => new Date(1735686000000 + minutes * 60_000));
    fc.assert(
      fc.property(periods, moments, (period, now) => {
        const last = dayInZurich(now);
        const { from, until } = spanBefore(period, last, now);
        const passed = now.getTime() - spanOf(period, last).from.getTime();
        expect(Math.abs(until.getTime() - from.getTime() - passed)).toBeLessThanOrEqual(HOUR_MS);
        expect(until <= spanOf(period, last).from).toBe(true);
      }),
    );
  });
});
