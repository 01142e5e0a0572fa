import { describe, expect, test } from "vitest";
import { problemOf } from "#server/integrations/esim/es2plus-codes.ts";
import { nextAttempt } from "#server/sale/esim/port.ts";
import { furthest, plainIccid } from "#core/order/esim.ts";

describe("the effect of a code of ES2+ (SGP.22 5.2.6 and 5.3)", () => {
  test.each([
    ["downloadOrder", "8.2.5/3.7", "alarm", "alarm"],
    ["downloadOrder", "8.2.5/3.9", "alarm", "alarm"],
    ["downloadOrder", "8.2.5/1.2", "alarm", "alarm"],
    ["downloadOrder", "8.2.1/3.3", "iccidTaken", "success"],
    ["downloadOrder", "8.2.1/3.9", "iccidTaken", "iccidTaken"],
    ["downloadOrder", "8.2.1/1.2", "iccidTaken", "iccidTaken"],
    ["downloadOrder", "8.2.5/3.8", "iccidTaken", "iccidTaken"],
    ["confirmOrder", "8.2.1/3.3", "failed", "success"],
    ["confirmOrder", "8.2.6/3.3", "failed", "success"],
    ["confirmOrder", "8.2.1/3.9", "failed", "failed"],
    ["confirmOrder", "8.2.6/3.10", "failed", "failed"],
    ["cancelOrder", "8.2.1/3.3", "failed", "success"],
    ["cancelOrder", "8.2.1/3.9", "success", "success"],
    ["cancelOrder", "8.2.6/3.10", "failed", "failed"],
    // Determined by the reason only.
    ["confirmOrder", "1.1/1.1", "alarm", "alarm"],
    ["confirmOrder", "1.2/4.2", "retry", "retry"],
    ["downloadOrder", "8.9/5.1", "retry", "retry"],
    ["downloadOrder", "1.6/2.2", "failed", "failed"],
    ["cancelOrder", "8.8/6.1", "alarm", "alarm"],
    ["downloadOrder", "9.9/9.9", "failed", "failed"],
    ["downloadOrder", "Failed", "failed", "failed"],
    ["downloadOrder", "Expired", "lost", "lost"],
  ] as const)("%s %s: %s, and %s after a call with an unknown outcome", (call, code, first, repeated) => {
    expect(problemOf(call, code, false)?.kind ?? "success").toBe(first);
    expect(problemOf(call, code, true)?.kind ?? "success").toBe(repeated);
    expect(problemOf(call, code, false)?.code ?? `${call} ${code}`).toBe(`${call} ${code}`);
  });
});

describe("the time of the next attempt", () => {
  const pauses = (kind: "retry" | "alarm" | "lost", costs: boolean) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => nextAttempt({ kind, code: "" }, { tries: n, lost: costs ? n : null }));
  test("a transient fault is retried forever, and from the sixth attempt on with an alarm", () => {
    expect(pauses("retry", false).map(({ delayS }) => delayS)).toEqual([3, 10, 30, 120, 600, 1800, 3600, 3600]);
    expect(pauses("retry", false).map(({ alarm }) => alarm)).toEqual([...Array(5).fill(false), true, true, true]);
    expect(pauses("lost", false)).toEqual(pauses("retry", false));
  });
  test("an eSIM that waits for a person is retried at least every hour", () => {
    expect(pauses("alarm", false).map(({ delayS }) => delayS)).toEqual([60, 300, 900, 3600, 3600, 3600, 3600, 3600]);
    expect(pauses("alarm", false).every(({ alarm }) => alarm)).toBe(true);
  });
  test("a lost answer that might cost a profile is repeated four times, at long intervals, and never again", () => {
    const lost = pauses("lost", true);
    expect(lost.map(({ delayS }) => delayS)).toEqual([10, 600, 3600, 21_600, null, null, null, null]);
    expect(lost.map(({ alarm }) => alarm)).toEqual([false, true, true, true, true, true, true, true]);
  });
  test("a failed eSIM is not retried", () => {
    expect(nextAttempt({ kind: "failed", code: "" }, { tries: 1, lost: null })).toEqual({ delayS: null, alarm: true });
  });
});

test("an ICCID is equal with and without its padding", () => {
  expect(plainIccid("8941000000000000001F")).toBe("8941000000000000001");
  expect(plainIccid("8941000000000000001")).toBe("8941000000000000001");
});

test("a report never moves the state backwards", () => {
  expect(furthest(null, "downloaded")).toBe("downloaded");
  expect(furthest("installed", "downloaded")).toBe("installed");
  expect(furthest("downloaded", null)).toBe("downloaded");
  expect(furthest("downloaded", "installed")).toBe("installed");
});
