import { describe, expect, test } from "vitest";
import { resultOf } from "./result.ts";

const counts = (a: readonly [number, number], b: readonly [number, number]) => ({
  A: { exposed: a[1], ordered: a[0] },
  B: { exposed: b[1], ordered: b[0] },
});
const byRule = { early: false };

describe("a result", () => {
  test("has the share of each arm, and the difference of B and A, with their intervals", () => {
    const { arms, difference, verdict } = resultOf(counts([48, 80], [56, 70]), byRule);
    expect(arms.B).toMatchObject({ exposed: 70, ordered: 56, share: { value: 0.8 } });
    expect(arms.A.share?.low).toBeCloseTo(0.4905, 3);
    expect(difference?.value).toBeCloseTo(0.2, 10);
    expect(difference?.low).toBeCloseTo(0.0524, 4);
    expect(verdict).toBe("more");
  });

  test("shows no difference if the interval contains 0", () => {
    expect(resultOf(counts([100, 1000], [100, 1000]), byRule).verdict).toBe("none");
    expect(resultOf(counts([100, 1000], [110, 1000]), byRule).verdict).toBe("none");
    expect(resultOf(counts([100, 1000], [150, 1000]), byRule).verdict).toBe("more");
    expect(resultOf(counts([150, 1000], [100, 1000]), byRule).verdict).toBe("less");
  });

  test("of a run that a person has stopped shows nothing, however clear it looks", () => {
    expect(resultOf(counts([0, 1000], [900, 1000]), { early: true }).verdict).toBe("stoppedEarly");
  });

  test("of an improbable split shows nothing", () => {
    expect(resultOf(counts([0, 1000], [900, 1300]), byRule).verdict).toBe("unbalanced");
  });

  test("of an arm without a checkout shows nothing, and has no share", () => {
    const result = resultOf(counts([0, 0], [3, 5]), byRule);
    expect(result).toMatchObject({ verdict: "tooFew", difference: null, arms: { A: { share: null } } });
    expect(resultOf(counts([0, 0], [0, 0]), byRule).verdict).toBe("tooFew");
  });
});
