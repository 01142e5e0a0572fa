import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayInZurich, formatDay, parseDay, type Day } from "#core/dates.ts";
import { lawOn, ruleOn, type Law, type LawTable } from "#core/law.ts";
import { beginningOf } from "#core/moments.ts";
import { LAW } from "../support/law.ts";

const dayOf = (text: string) => parseDay(text) as Day;
/** The law at a moment, as a shop asks for it. */
const lawAt = (law: Law, at: Date) => lawOn(law, formatDay(dayInZurich(at)));

describe("the law that Kasse comes with", () => {
  const beginnings = Object.entries(LAW).flatMap(([table, entries]) =>
    entries.map((entry, index) => [table as LawTable, entry.from, entries[index - 1] ?? null, entry] as const),
  );

  test.each(beginnings)("%s of %s begins at midnight in Switzerland, and not before", (table, from, before, entry) => {
    const midnight = beginningOf(dayOf(from));
    expect(lawAt(LAW, new Date(midnight.getTime() - 1))[table]).toBe(before);
    expect(lawAt(LAW, midnight)[table]).toBe(entry);
    expect(formatDay(dayInZurich(new Date(midnight.getTime() - 1)))).toBe(formatDay(addDays(dayOf(from), -1)));
  });

  test("says which rate was in force, and refuses a day that it says nothing of", () => {
    const rates = ["2018-01-01", "2023-12-31", "2024-01-01"].map((day) => ruleOn(LAW, "vat", day).standardPercent);
    expect(rates).toEqual([7.7, 7.7, 8.1]);
    expect(() => ruleOn(LAW, "vat", "2017-12-31")).toThrow(RangeError);
  });
});

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2060-12-31"), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const tables = fc
  .uniqueArray(day, { minLength: 1, maxLength: 6 })
  .map((days) => days.sort().map((from, index) => ({ from, source: "test", standardPercent: index })));

test("of any table, the entry in force is the latest that has begun, whatever other tables say", () => {
  fc.assert(
    fc.property(tables, day, (vat, on) => {
      const found = lawOn({ ...LAW, vat }, on);
      const begun = vat.filter(({ from }) => from <= on).map(({ standardPercent }) => standardPercent);
      expect(found.vat?.standardPercent ?? -1).toBe(Math.max(-1, ...begun));
      expect(found.retention).toBe(lawOn(LAW, on).retention);
    }),
  );
});
