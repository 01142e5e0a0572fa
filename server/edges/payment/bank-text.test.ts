import fc from "fast-check";
import { expect, test } from "vitest";
import { bankText } from "./bank-text.ts";

test.each([
  ["Zürich", "Zuerich"],
  ["Đurić-Œuvre", "Duric-OEuvre"],
  ["Žarko O’Brien", "Zarko O'Brien"],
  ["Петар", "Petar"],
  ["Петровић-Ђорђевић", "Petrovic-Dordevic"],
  ["Љиљана Џаковић", "Ljiljana Dzakovic"],
  ["Gänsemann", "Gaensemann"],
  ["  a \u00a0 b ", "a b"],
])("%s is %s for a bank", (text, expected) => {
  expect(bankText(text, 50)).toBe(expected);
});

test("what is longer is cut, and does not end with a space", () => {
  expect(bankText("Strasse der Freiheit", 8)).toBe("Strasse");
});

test("what has no letter that a bank knows is left out", () => {
  expect(bankText("\u{1f600}", 10)).toBeUndefined();
  expect(bankText("", 10)).toBeUndefined();
});

test("of any text only what can be seen is left, and not too much", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 60 }), (text, max) => {
      const out = bankText(text, max) ?? "x";
      expect(out).toMatch(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
      expect(out.length).toBeLessThanOrEqual(max);
    }),
  );
});
