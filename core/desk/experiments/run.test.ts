import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayInZurich } from "#core/time/dates.ts";
import { endOf, isStopRule, MAX_DAYS, PER_ARM, ruleStop, startOf, stateOf } from "./run.ts";

const NOW = new Date("2026-11-10T08:20:00Z");
const TODAY = dayInZurich(NOW);
const count = fc.nat(300);
const counts = fc.record({
  A: fc.record({ exposed: count, ordered: count }),
  B: fc.record({ exposed: count, ordered: count }),
});

describe("a stop rule", () => {
  const rule = { perArm: 1000, lastDay: addDays(TODAY, 20) };
  test("has a last day from today on, at most three months ahead", () => {
    const days = [-1, 0, MAX_DAYS - 1, MAX_DAYS];
    expect(days.map((ahead) => isStopRule({ ...rule, lastDay: addDays(TODAY, ahead) }, NOW))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
  test("has no last day that is over before the run starts", () => {
    const midnight = new Date("2026-11-10T22:59:55Z");
    expect(isStopRule({ ...rule, lastDay: dayInZurich(midnight) }, midnight)).toBe(false);
  });
  test("has a number of checkouts within the limits", () => {
    const numbers = [PER_ARM.min - 1, PER_ARM.min, PER_ARM.max, PER_ARM.max + 1];
    expect(numbers.map((perArm) => isStopRule({ ...rule, perArm }, NOW))).toEqual([false, true, true, false]);
  });
  test("applies until its last day ends in Switzerland, in winter and in summer time", () => {
    expect(endOf({ lastDay: { year: 2026, month: 11, day: 30 } })).toEqual(new Date("2026-11-30T23:00:00Z"));
    expect(endOf({ lastDay: { year: 2027, month: 6, day: 30 } })).toEqual(new Date("2027-06-30T22:00:00Z"));
  });
});

test("a run starts after every process knows about it", () => {
  expect(startOf(NOW)).toEqual(new Date("2026-11-10T08:20:10Z"));
});

describe("a rule stops a run", () => {
  const later = new Date(NOW.getTime() + 1);
  test("once both arms have enough checkouts, whatever was ordered", () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 300 }), (found, perArm) => {
        const isDone = Math.min(found.A.exposed, found.B.exposed) >= perArm;
        expect(ruleStop({ perArm, endsAt: later }, found, NOW)).toEqual(isDone ? NOW : null);
      }),
    );
  });
  test("at the end of its last day at the latest, even if that is noticed later", () => {
    fc.assert(
      fc.property(counts, fc.nat(10_000_000), (found, late) => {
        const now = new Date(later.getTime() + late);
        expect(ruleStop({ perArm: 1, endsAt: later }, found, now)).toEqual(later);
      }),
    );
  });
});

test("a run is running, stopped, then adopted", () => {
  expect(stateOf({ stoppedAt: null, adopted: null })).toBe("running");
  expect(stateOf({ stoppedAt: NOW, adopted: null })).toBe("stopped");
  expect(stateOf({ stoppedAt: NOW, adopted: {} })).toBe("adopted");
});
