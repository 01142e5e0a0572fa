import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceInterval, isUnbalanced, neededInEach, wilsonInterval } from "./statistics.ts";

const of = (part: number, whole: number) => ({ part, whole });
const proportion = fc
  .integer({ min: 1, max: 100_000 })
  .chain((whole) => fc.integer({ min: 0, max: whole }).map((part) => of(part, whole)));

describe("the interval of a share", () => {
  // Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %i in %i is the published one", (part, whole, low, high) => {
    const interval = wilsonInterval(of(part, whole));
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("lies between 0 and 1, contains the share, and is mirrored for the complement", () => {
    fc.assert(
      fc.property(proportion, ({ part, whole }) => {
        const { low, high } = wilsonInterval(of(part, whole));
        const mirrored = wilsonInterval(of(whole - part, whole));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(part / whole);
        expect(high).toBeGreaterThanOrEqual(part / whole);
        expect(high).toBeLessThanOrEqual(1);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
        expect(mirrored.high).toBeCloseTo(1 - low, 10);
      }),
    );
  });
});

describe("the interval of a difference", () => {
  // Newcombe 1998, Statistics in Medicine 17:873–890, table II, method 10.
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])("of %i in %i and %i in %i is the published one", (part1, whole1, part2, whole2, low, high) => {
    const interval = differenceInterval(of(part1, whole1), of(part2, whole2));
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("contains the difference, lies between −1 and 1, and changes sign with the order of the shares", () => {
    fc.assert(
      fc.property(proportion, proportion, (one, other) => {
        const { difference, low, high } = differenceInterval(one, other);
        const turned = differenceInterval(other, one);
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(high).toBeLessThanOrEqual(1 + 1e-12);
        expect(turned.low).toBeCloseTo(-high, 10);
        expect(turned.high).toBeCloseTo(-low, 10);
      }),
    );
  });

  test("contains the true difference 95 times in 100", () => {
    // Every pair of order counts in two arms of 40 checkouts, with its probability if 30 % and 45 % are ordered.
    const [n, p, q] = [40, 0.3, 0.45];
    const chance = (share: number) => {
      let each = (1 - share) ** n;
      return Array.from({ length: n + 1 }, (_, k) => {
        const now = each;
        each *= ((n - k) / (k + 1)) * (share / (1 - share));
        return now;
      });
    };
    const [ofP, ofQ] = [chance(p), chance(q)];
    let covered = 0;
    for (const [a, pa] of ofP.entries())
      for (const [b, pb] of ofQ.entries()) {
        const { low, high } = differenceInterval(of(b, n), of(a, n));
        if (low <= q - p && q - p <= high) covered += pa * pb;
      }
    expect(covered).toBeGreaterThan(0.94);
    expect(covered).toBeLessThan(0.965);
  });
});

test("a split is improbable if it happens by chance in fewer than one of a thousand runs", () => {
  // Chi-squared 10.758 and 10.890, where 10.828 is the limit.
  expect([isUnbalanced(5164, 4836), isUnbalanced(4836, 5164)]).toEqual([false, false]);
  expect([isUnbalanced(5165, 4835), isUnbalanced(4835, 5165)]).toEqual([true, true]);
  expect([isUnbalanced(0, 0), isUnbalanced(10, 0), isUnbalanced(11, 0), isUnbalanced(0, 11)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe("the number that is needed", () => {
  test.each([
    [0.1, 0.05, 686],
    [0.5, 0.1, 388],
    [0.02, 0.005, 13_809],
  ])("for %d and %d", (share, difference, needed) => {
    expect(neededInEach(share, difference)).toBe(needed);
  });

  test("is the same for a share and its complement, and smaller for a larger difference", () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const difference = fc.double({ min: 0.001, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(share, difference, (p, d) => {
        const needed = neededInEach(p, d);
        const mirrored = neededInEach(1 - p, d);
        if (needed === null || mirrored === null) return expect(needed).toBe(mirrored);
        expect(Math.abs(needed - mirrored)).toBeLessThanOrEqual(1);
        const less = neededInEach(p, d / 2);
        if (less !== null) expect(less).toBeGreaterThan(needed);
      }),
    );
  });

  test("is null if no such difference is possible", () => {
    expect([neededInEach(0, 0.1), neededInEach(1, 0.1), neededInEach(0.5, 0), neededInEach(0.5, -0.1)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([neededInEach(0.5, 0.5), neededInEach(0.5, 0.6), neededInEach(Number.NaN, 0.1)]).toEqual([null, null, null]);
    expect(neededInEach(0.9, 0.2)).not.toBeNull();
  });

  test("shows the difference in four of five runs", () => {
    const needed = neededInEach(0.3, 0.1) ?? 0;
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const orders = (share: number) => Array.from({ length: needed }).filter(() => random() < share).length;
    const runs = Array.from({ length: 1000 }, () =>
      differenceInterval(of(orders(0.4), needed), of(orders(0.3), needed)),
    );
    const shown = runs.filter(({ low }) => low > 0).length / runs.length;
    expect(shown).toBeGreaterThan(0.76);
    expect(shown).toBeLessThan(0.84);
  });
});
