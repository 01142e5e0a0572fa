import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, contrastFaults, tint } from "#server/shop/brand/contrast.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const GOOD = { brand: "#0b1f5c", brand2: "#16318c", action: "#d4002a", actionDark: "#a80021", accent: "#ff2d55" };

describe("contrast", () => {
  test.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#777777", "#ffffff", 4.48],
    ["#ff0000", "#ffffff", 4],
    ["#0a0a0a", "#000000", 1.06],
  ])("of %s and %s is %d, as in WCAG's formula", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  });

  test("is symmetric, and always from 1 to 21", () => {
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
    expect(tint("#000a00", 1)).toBe("#000a00");
  });
});

describe("the colours of a brand", () => {
  test("are readable in the demo", () => expect(contrastFaults(GOOD)).toEqual([]));

  test.each([
    ["brand", "#5a6a9c", [["quiet text on the brand's colour", 3.6]]],
    [
      "brand",
      "#9fb4ff",
      [
        ["white text on the brand's colour", 2],
        ["quiet text on the brand's colour", 1.3],
      ],
    ],
    ["brand2", "#6b72a8", [["links on grey", 4]]],
    [
      "brand2",
      "#6f8cff",
      [
        ["links and icons on white", 3],
        ["links on grey", 2.7],
      ],
    ],
    ["action", "#ff8a00", [["white text on the action button", 2.3]]],
    ["actionDark", "#d03040", [["error text on its background", 4.4]]],
    [
      "actionDark",
      "#e05050",
      [
        ["white text on the pressed button", 3.8],
        ["error text on its background", 3.3],
      ],
    ],
  ] as const)("a %s of %s is too light for: %j", (colour, light, faults) => {
    expect(contrastFaults({ ...GOOD, [colour]: light })).toEqual(
      faults.map(([what, ratio]) => ({ colour, what, ratio, least: 4.5 })),
    );
  });
});
