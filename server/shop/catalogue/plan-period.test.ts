import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, formatDay } from "#core/time/dates.ts";
import { periodMistake } from "./catalogue-periods.ts";
import { withoutPeriods, withPeriod, type Days } from "./plan-period.ts";

const FIRST = { year: 2026, month: 12, day: 1 };
const day = (at: number) => formatDay(addDays(FIRST, at));
const days = Array.from({ length: 30 }, (_, at) => day(at));

type Entry = { price: number; fee: number; periods?: (Days & { price?: number; fee?: number })[] };
/** The amounts of an entry on a day, by the meaning of periods. */
function on({ price, fee, periods = [] }: Entry, text: string) {
  const own = periods.find(({ from, until }) => (from ?? "") <= text && text <= (until ?? "~"));
  return { price: own?.price ?? price, fee: own?.fee ?? fee };
}
const plan = fc.record({
  from: fc.option(fc.nat(29)),
  length: fc.option(fc.integer({ min: 0, max: 10 })),
  price: fc.nat(50),
  of: fc.constantFrom("price", "fee"),
});

test("after any plans, each day has what was planned for it last, and periods do not overlap", () => {
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 6 }), (plans) => {
      let entry: Entry = { price: 100, fee: 7 };
      const expected = new Map(days.map((each) => [each, { price: 100, fee: 7 }]));
      for (const { from, length, price, of } of plans) {
        if (from === null && length === null) continue;
        const span: Days = {
          from: from === null ? null : day(from),
          until: length === null ? null : day((from ?? 0) + length),
        };
        entry = withPeriod(entry, span, () => ({ [of]: price }));
        for (const each of days)
          if ((span.from ?? "") <= each && each <= (span.until ?? "~"))
            expected.set(each, { price: 100, fee: 7, ...expected.get(each), [of]: price });
      }
      for (const each of days) expect([each, on(entry, each)]).toEqual([each, expected.get(each)]);
      const { periods = [] } = entry;
      const open = periods.filter(({ from, until }) => from === null && until === null);
      if (open.length === 0) expect(periodMistake(periods)).toBeNull();
    }),
  );
});

test("periods of the same amounts become one, and without days only the usual amounts change", () => {
  const entry: Entry = { price: 100, fee: 7 };
  const december = withPeriod(entry, { from: "2026-12-01", until: "2026-12-10" }, () => ({ price: 80 }));
  const longer = withPeriod(december, { from: "2026-12-11", until: "2026-12-31" }, () => ({ price: 80 }));
  expect(longer.periods).toEqual([{ from: "2026-12-01", until: "2026-12-31", price: 80 }]);
  expect(withPeriod(longer, { from: null, until: null }, () => ({ price: 90 }))).toEqual({ ...longer, price: 90 });
});

test("an amount that applies on all days leaves the other amounts of the periods", () => {
  const days = { from: "2026-12-01", until: null };
  const entry = { monthly: 5, oneTime: 9, periods: [{ ...days, monthly: 4, oneTime: 8 }] };
  const without = withoutPeriods(entry, ["monthly"]);
  expect(without).toEqual({ ...entry, periods: [{ ...days, oneTime: 8 }] });
  expect(withoutPeriods(without, ["oneTime"])).toEqual({ ...entry, periods: [] });
});
