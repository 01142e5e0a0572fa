import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, contrastFaults, tint } from "#core/contrast.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const GOOD = { brand: "#0b1f5c", brand2: "#16318c", action: "#d4002a", actionDark: "#a80021", accent: "#ff2d55" };

describe("contrast", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#ff0000", "#ffffff", 4],
  ])("of %s and %s is %d, as WCAG counts it", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  });

  test("is the same from both sides, and never under 1 nor over 21", () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const ratio = contrast(one, other);
        expect(ratio).toBe(contrast(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
      }),
    );
  });

  test("a tint lies between its colour and white", () => {
    expect(tint("#16318c", 0)).toBe("#ffffff");
    expect(tint("#16318c", 1)).toBe("#16318c");
    expect(tint("#000000", 0.5)).toBe("#808080");
  });
});

describe("the colours of a brand", () => {
  test("the demo's can be read", () => expect(contrastFaults(GOOD)).toEqual([]));

  test.each([
    ["brand", "#9fb4ff"],
    ["brand2", "#6f8cff"],
    ["action", "#ff8a00"],
    ["actionDark", "#e05050"],
  ] as const)("a %s of %s is too light, and said to be", (name, light) => {
    const faults = contrastFaults({ ...GOOD, [name]: light });
    expect(faults.map((fault) => fault.colour)).toContain(name);
    for (const { ratio, least } of faults) expect(ratio).toBeLessThan(least);
  });
});
