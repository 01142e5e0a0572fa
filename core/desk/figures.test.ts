import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedFigures, type Figure } from "./figures.ts";
import { lagOf, recomputeAt, openSince, daysLeft } from "./board.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("stored figures", () => {
  const figure = fc.record({
    family: fc.constantFrom("tv", "prepaid"),
    product: fc.constantFrom("277", "", 'a"b'),
    step: fc.constantFrom("chosen", "ordered"),
    checkouts: fc.nat(100),
  });

  test("do not depend on the order of the records, and add up equal ones", () => {
    fc.assert(
      fc.property(fc.array(figure), fc.nat(), (figures: readonly Figure<"funnel">[], turn) => {
        const at = figures.length === 0 ? 0 : turn % figures.length;
        const kept = storedFigures("funnel", figures);
        expect(storedFigures("funnel", [...figures.slice(at), ...figures.slice(0, at)])).toEqual(kept);
        expect(new Set(kept.map(([by]) => by.join("|"))).size).toBe(kept.length);
        const sum = kept.reduce((all, [, counts]) => all + (counts[0] ?? 0), 0);
        expect(sum).toBe(figures.reduce((all, { checkouts }) => all + checkouts, 0));
      }),
    );
    expect(
      storedFigures("sales", [
        { family: "tv", product: "277", state: "made", orders: 1, monthly: 0, oneTime: 0, now: 16800 },
        { family: "tv", product: "277", state: "made", orders: 2, monthly: 0, oneTime: 0, now: 33600 },
      ]),
    ).toEqual([
      [
        ["tv", "277", "made"],
        [3, 0, 0, 50400],
      ],
    ]);
  });
});

describe("a lag", () => {
  test("is the median, or the 95th percentile", () => {
    const lags = new Map([
      [600, 1],
      [10, 90],
      [80, 9],
    ]);
    expect([lagOf(lags, 0.5), lagOf(lags, 0.95), lagOf(lags, 1)]).toEqual([1, 8, 60]);
    expect(lagOf(new Map([[7, 1]]), 0.5)).toBe(0.7);
    expect(lagOf(new Map(), 0.5)).toBeNull();
  });

  test("is the nearest rank of the individual lags", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), fc.constantFrom(0.5, 0.95), (all, share) => {
        const counts = new Map<number, number>();
        for (const tenths of all) counts.set(tenths, (counts.get(tenths) ?? 0) + 1);
        const sorted = all.toSorted((one, other) => one - other);
        expect(lagOf(counts, share)).toBe((sorted[Math.ceil(share * all.length) - 1] ?? NaN) / 10);
      }),
    );
  });
});

describe("the records of an hour", () => {
  const hour = new Date("2026-11-21T19:00:00Z");
  const after = (ms: number) => new Date(hour.getTime() + HOUR + ms);
  const pause = (ms: number, took = 10) =>
    recomputeAt(hour, after(ms), { took, completeFor: 30 * DAY }).getTime() - after(ms).getTime();

  test("are computed less and less often", () => {
    expect([pause(-HOUR / 2), pause(0), pause(50_000)]).toEqual([5000, 5000, 5000]);
    expect([pause(5 * HOUR), pause(5 * DAY)]).toEqual([HOUR / 10, DAY / 10]);
    // A rush: a computation that takes 0.1 s is repeated after 10 s.
    expect([pause(0, 100), pause(5 * DAY, 100)]).toEqual([10_000, DAY / 10]);
    // One slow computation, because the machine was busy, does not stall the board; one that is always slow takes 5 %
    // of the time.
    expect([pause(0, 1400), pause(0, 3000), pause(0, 6000)]).toEqual([60_000, 60_000, 120_000]);
  });

  test("are computed again shortly before they can be purged, and never after that", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 731 }), (days) => {
        const completeFor = days * DAY;
        let now = new Date(hour.getTime() + HOUR);
        let last = now;
        while (hour >= openSince(now, completeFor)) {
          last = now;
          const next = recomputeAt(hour, now, { took: 10, completeFor });
          expect(next > now).toBe(true);
          now = next;
        }
        const left = hour.getTime() + completeFor - last.getTime();
        expect(left).toBeGreaterThanOrEqual(HOUR);
        expect(left).toBeLessThanOrEqual(2 * HOUR);
      }),
      { numRuns: 30 },
    );
  });
});

test("stock lasts for its free pieces at last week's sales", () => {
  expect(daysLeft({ onHand: 12, held: 2, sold: 7 })).toBe(10);
  expect(daysLeft({ onHand: 12, held: 2, sold: 0 })).toBeNull();
  expect(daysLeft({ onHand: 1, held: 2, sold: 3 })).toBe(0);
  expect(daysLeft({ onHand: 5, held: 0, sold: -1 })).toBeNull();
});
