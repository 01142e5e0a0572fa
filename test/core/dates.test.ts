import { describe, expect, test, vi } from "vitest";
import {
  addDays,
  clockInZurich,
  timeInZurich,
  compareDays,
  dayInZurich,
  dayOf,
  formatDay,
  isOfAge,
  latestBirthday,
  parseDay,
} from "#core/time/dates.ts";
import { momentInZurich } from "#core/time/moments.ts";
import { LOGIN_IDLE_MS, LOGIN_TOTAL_MS } from "#core/person/login-life.ts";

const day = (text: string) => {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
};

describe("a typed day", () => {
  test.each([
    ["2026", "11", "21"],
    ["2026", "1", "5"],
    ["2024", "02", "29"],
    ["1900", "01", "01"],
    ["2026", "12", "31"],
  ])("%s, %s, %s exists", (year, month, date) => {
    expect(dayOf(year, month, date)).toEqual({ year: Number(year), month: Number(month), day: Number(date) });
  });

  test.each([
    ["2025", "02", "29"],
    ["2026", "04", "31"],
    ["2026", "13", "01"],
    ["2026", "00", "10"],
    ["2026", "01", "00"],
    ["1899", "12", "31"],
    ["26", "1", "1"],
    ["12026", "1", "1"],
    ["2026", "001", "1"],
    ["2026", "1", "001"],
    ["2026", "a1", "1"],
    ["2026", "1a", "1"],
    ["2026", "1", "a1"],
    ["2026", "1", "1a"],
    ["a2026", "1", "1"],
    ["2026a", "1", "1"],
    ["", "", ""],
  ])("%s, %s, %s does not", (year, month, date) => expect(dayOf(year, month, date)).toBeNull());
});

describe("a day on the wire", () => {
  test("is read and written as YYYY-MM-DD", () => {
    expect(parseDay("2026-03-05")).toEqual({ year: 2026, month: 3, day: 5 });
    expect(formatDay({ year: 2026, month: 3, day: 5 })).toBe("2026-03-05");
  });

  test.each(["2026-3-05", "2026-03-5", "x2026-03-05", "2026-03-05x", "2026/03/05", "2025-02-29", ""])(
    "%j is invalid",
    (text) => expect(parseDay(text)).toBeNull(),
  );
});

describe("days", () => {
  test("are compared by year, month and day", () => {
    const inOrder = ["2025-12-31", "2026-01-02", "2026-01-10", "2026-02-01"].map(day);
    for (const [index, one] of inOrder.entries())
      for (const [at, other] of inOrder.entries())
        expect(Math.sign(compareDays(one, other))).toBe(Math.sign(index - at));
  });

  test.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-03-01", -1, "2024-02-29"],
    ["2026-11-21", 0, "2026-11-21"],
    ["2026-01-31", 30, "2026-03-02"],
  ])("from %s, %d days lead to %s", (from, days, to) => expect(formatDay(addDays(day(from), days))).toBe(to));

  test("are counted in Zurich, in winter and in summer time", () => {
    const inZurich = (at: string) => formatDay(dayInZurich(new Date(at)));
    expect(inZurich("2026-11-20T22:59:00Z")).toBe("2026-11-20");
    expect(inZurich("2026-11-20T23:01:00Z")).toBe("2026-11-21");
    expect(inZurich("2026-07-20T22:01:00Z")).toBe("2026-07-21");
  });
});

test("a day and a time of day are read in any order of a language's format (ICU 72: en-CA as 11/26/26)", () => {
  const order = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  const parts = { year: "2031", month: "11", day: "26", hour: "02", minute: "05", second: "07" };
  const written = Object.entries(parts).map(([type, value]) => ({ type, value }) as Intl.DateTimeFormatPart);
  const at = new Date("2031-11-26T01:05:07Z");
  for (const each of [written, written.toReversed()]) {
    order.mockReturnValue(each);
    expect(clockInZurich(at)).toEqual({ year: 2031, month: 11, day: 26, hour: 2, minute: 5, second: 7 });
  }
  expect(dayInZurich(at)).toEqual(day("2031-11-26"));
  expect(momentInZurich(day("2031-11-26"), 2, 5)).not.toBeNull();
  order.mockRestore();
});

test.each([
  ["2008-11-21", "2026-11-21", true],
  ["2008-11-22", "2026-11-21", false],
  ["2008-10-30", "2026-11-21", true],
  ["2008-02-29", "2026-02-28", false],
  ["2008-02-29", "2026-03-01", true],
])("someone born on %s is of age on %s: %s", (birthday, today, ofAge) => {
  expect(isOfAge(day(birthday), day(today))).toBe(ofAge);
});

test("the latest birthday of a customer is 18 years ago", () => {
  expect(latestBirthday(day("2026-11-21"))).toEqual(day("2008-11-21"));
});

test("a login lasts two hours without use, and twelve at most (decisions 6)", () => {
  expect([LOGIN_IDLE_MS, LOGIN_TOTAL_MS]).toEqual([7_200_000, 43_200_000]);
});

test.each([
  ["2026-11-28T08:05:00Z", "2026-11-28 09:05"],
  ["2026-06-30T22:00:00Z", "2026-07-01 00:00"],
])("%s is %s in Switzerland, as spreadsheets read it", (at, text) => {
  expect(timeInZurich(new Date(at))).toBe(text);
});
