import fc from "fast-check";
import { expect, test } from "vitest";
import { admissionsOf, maxCreditMs, secondsBehind, type Crowd } from "./admissions.ts";
import { queueWords } from "./queue-words.ts";

const crowd = fc.record<Crowd>({
  waiting: fc.nat(10_000),
  creditMs: fc.integer({ min: -1000, max: 600_000 }),
  perMinute: fc.integer({ min: 1, max: 100_000 }),
  present: fc.double({ min: 0, max: 1, noNaN: true }),
  free: fc.option(fc.nat(1000)),
});
const CALM: Crowd = { waiting: 1000, creditMs: 1000, perMinute: 1200, present: 1, free: null };

test("admits at most those who wait, the free pieces, and what the time allows", () => {
  fc.assert(
    fc.property(crowd, (each) => {
      const { count, pace, creditMs } = admissionsOf(each);
      expect(count).toBeGreaterThanOrEqual(0);
      expect(count).toBeLessThanOrEqual(each.waiting);
      if (each.free !== null) expect(count).toBeLessThanOrEqual(each.free);
      expect(count).toBeLessThanOrEqual((maxCreditMs(pace) * pace) / 60_000 + 1e-6);
      // What earlier purchases have used up of the time to come stays used up.
      expect(creditMs).toBeGreaterThanOrEqual(Math.min(0, each.creditMs));
      expect(creditMs).toBeLessThanOrEqual(maxCreditMs(pace));
    }),
  );
});

test("however slow the pace is, somebody enters once there was time for one", () => {
  fc.assert(
    fc.property(crowd, (each) => {
      const one = admissionsOf({ ...each, waiting: 1, free: null, creditMs: 60_000 / each.perMinute });
      expect(one.count).toBe(1);
    }),
  );
});

test("however the time is divided, no more enter than in one piece", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 40 }), (spans) => {
      let [credit, entered] = [0, 0];
      for (const ms of spans) {
        const { count, creditMs } = admissionsOf({ ...CALM, creditMs: credit + ms });
        [credit, entered] = [creditMs, entered + count];
      }
      const whole = (spans.reduce((all, ms) => all + ms, 0) * CALM.perMinute) / 60_000;
      expect(entered).toBeLessThanOrEqual(whole);
      expect(entered).toBeGreaterThan(whole - 2);
    }),
  );
});

test("a second of 1200 a minute admits 20, twice as many if only half of them come", () => {
  expect(admissionsOf(CALM)).toEqual({ count: 20, pace: 1200, creditMs: 0 });
  expect(admissionsOf({ ...CALM, present: 0.5 })).toMatchObject({ count: 40, pace: 2400 });
  expect(admissionsOf({ ...CALM, present: 0 })).toMatchObject({ count: 40, pace: 2400 });
  expect(admissionsOf({ ...CALM, free: 3 })).toMatchObject({ count: 3 });
  expect(admissionsOf({ ...CALM, free: 0 })).toMatchObject({ count: 0 });
});

test("says how long it takes, whether pieces are awaited, and whether they may run out", () => {
  expect(secondsBehind(0, 1200)).toBe(1);
  expect(secondsBehind(599, 1200)).toBe(30);
  expect(queueWords({ before: 2, seconds: 240, pieces: null })).toEqual({
    before: 2,
    held: "false",
    scarce: "false",
    unit: "minutes",
    count: 4,
  });
  expect(queueWords({ before: 5, seconds: null, pieces: 5 })).toMatchObject({ held: "true", scarce: "true" });
  expect(queueWords({ before: 4, seconds: 1, pieces: 5 })).toMatchObject({ scarce: "false" });
});
