import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayInZurich, formatDay, parseDay, type Day } from "#core/time/dates.ts";
import { documentsOn, lawOn, ruleOn, type Law, type LawTable } from "#core/law/law.ts";
import { startOfDay } from "#core/time/moments.ts";
import { LAW } from "../support/law.ts";

const dayOf = (text: string) => parseDay(text) as Day;
/** Returns the law at a moment, as a shop requests it. */
const lawAt = (law: Law, at: Date) => lawOn(law, formatDay(dayInZurich(at)));
const TABLES = Object.keys(LAW) as LawTable[];

describe("the law included in Kasse", () => {
  const beginnings = TABLES.flatMap((table) =>
    LAW[table].map((entry, index) => [table, entry.from, LAW[table][index - 1] ?? null, entry] as const),
  );

  test.each(beginnings)("%s of %s starts at midnight in Switzerland, and not before", (table, from, before, entry) => {
    const midnight = startOfDay(dayOf(from));
    for (const early of [1, 1000, 3600_000, 23 * 3600_000])
      expect(lawAt(LAW, new Date(midnight.getTime() - early))[table]).toBe(before);
    expect(lawAt(LAW, midnight)[table]).toBe(entry);
    expect(formatDay(dayInZurich(new Date(midnight.getTime() - 1)))).toBe(formatDay(addDays(dayOf(from), -1)));
  });

  test("returns the rate in force, and throws for a day without one", () => {
    const days = ["2011-01-01", "2017-12-31", "2018-01-01", "2023-12-31", "2024-01-01"];
    expect(days.map((day) => ruleOn(LAW, "vat", day).standardPercent)).toEqual([8, 8, 7.7, 7.7, 8.1]);
    expect(() => ruleOn(LAW, "vat", "2010-12-31")).toThrow(RangeError);
  });

  test("requires a copy for each SIM, and none for TV", () => {
    const copyNeeded = (family: "mobile" | "tv", postpaid: boolean) =>
      documentsOn(LAW, { family, postpaid }, "2026-11-23").copyNeeded;
    expect([copyNeeded("mobile", true), copyNeeded("mobile", false)]).toEqual([true, true]);
    expect([copyNeeded("tv", true), copyNeeded("tv", false)]).toEqual([false, false]);
  });
});

describe("an announced change starts at its midnight in Switzerland, and changes nothing else", () => {
  // Literals, independent of the functions under test: winter, summer, and the days around a change of the clock.
  const midnights: readonly (readonly [from: string, lastMoment: string, firstMoment: string])[] = [
    ["2027-01-01", "2026-12-31T22:59:59.999Z", "2026-12-31T23:00:00.000Z"],
    ["2027-03-28", "2027-03-27T22:59:59.999Z", "2027-03-27T23:00:00.000Z"],
    ["2027-03-29", "2027-03-28T21:59:59.999Z", "2027-03-28T22:00:00.000Z"],
    ["2027-07-01", "2027-06-30T21:59:59.999Z", "2027-06-30T22:00:00.000Z"],
    ["2027-10-31", "2027-10-30T21:59:59.999Z", "2027-10-30T22:00:00.000Z"],
    ["2027-11-01", "2027-10-31T22:59:59.999Z", "2027-10-31T23:00:00.000Z"],
    ["2028-02-29", "2028-02-28T22:59:59.999Z", "2028-02-28T23:00:00.000Z"],
  ];
  const cases = TABLES.flatMap((table) => midnights.map(([from, last, first]) => [table, from, last, first] as const));

  test.each(cases)("%s from %s on", (table, from, last, first) => {
    const entries: readonly object[] = LAW[table];
    const next = { ...entries.at(-1), from, source: "announced" };
    const law: Law = { ...LAW, [table]: [...entries, next] };
    const today = lawAt(LAW, new Date("2026-11-23T12:00:00Z"));
    expect(lawAt(law, new Date(last))).toEqual(today);
    expect(lawAt(law, new Date(first))).toEqual({ ...today, [table]: next });
  });
});

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const tables = fc
  .uniqueArray(day, { minLength: 1, maxLength: 6 })
  .map((days) => days.sort().map((from, index) => ({ from, source: "test", standardPercent: index })));
const moment = fc.date({ min: new Date("1999-12-30"), max: new Date("2061-01-02"), noInvalidDate: true });

test("in each table, the latest started entry is in force, regardless of other tables", () => {
  fc.assert(
    fc.property(tables, day, (vat, on) => {
      const found = lawOn({ ...LAW, vat }, on);
      const begun = vat.filter(({ from }) => from <= on).map(({ standardPercent }) => standardPercent);
      expect(found.vat?.standardPercent ?? -1).toBe(Math.max(-1, ...begun));
      expect(found.orderRetention).toBe(lawOn(LAW, on).orderRetention);
    }),
  );
});

test("at any moment, the entry in force is that of the Swiss calendar day", () => {
  fc.assert(
    fc.property(tables, moment, (vat, at) => {
      const shown = at.toLocaleDateString("sv-SE", { timeZone: "Europe/Zurich" });
      const begun = vat.filter(({ from }) => from <= shown).map(({ standardPercent }) => standardPercent);
      expect(lawAt({ ...LAW, vat }, at).vat?.standardPercent ?? -1).toBe(Math.max(-1, ...begun));
    }),
  );
});

test("a copy is needed for the contracts whose list of items contains it", () => {
  const [items] = LAW.identityItems;
  if (!items) throw new Error("There are no items");
  const without = items.all.filter((item) => item !== "copy");
  const copyNeeded = (entry: Partial<typeof items>, postpaid: boolean) =>
    documentsOn({ ...LAW, identityItems: [{ ...items, ...entry }] }, { family: "mobile", postpaid }, "2026-11-23")
      .copyNeeded;
  const forPrepaid: Partial<typeof items> = { all: without, prepaid: [...items.prepaid, "copy"] };
  expect([true, false].map((postpaid) => copyNeeded({ all: without }, postpaid))).toEqual([false, false]);
  expect([true, false].map((postpaid) => copyNeeded(forPrepaid, postpaid))).toEqual([false, true]);
});
