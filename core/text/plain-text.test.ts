import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorableJson, visibleText } from "./plain-text.ts";

/** Invisible characters, which must not count towards the five letters of a reason. */
const INVISIBLE = [
  "\u200B",
  "\u200D",
  "\u2060",
  "\u00AD",
  "\u3164",
  "\u{E0061}",
  "\u2800",
  "\u115F",
  "\u034F",
  "\uFE0F",
  "\u200E",
  "\u061C",
];

test.each(INVISIBLE.map((each) => [each.codePointAt(0)?.toString(16), each]))(
  "U+%s does not count as text",
  (_code, each) => {
    expect(visibleText(` ${each.repeat(6)} `)).toBe("");
    expect(visibleText(`on${each} the phone`)).toBe("on the phone");
  },
);

test("visible text stays", () => {
  for (const text of ["Lohnausweis gesehen", "čćžšđ ß é", "zurück (−1) «so»"]) expect(visibleText(text)).toBe(text);
});

test("what the database cannot store is found at any depth; every other JSON value is fine", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (json) => {
      const value: unknown = JSON.parse(json);
      const strange = /\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value));
      expect(isStorableJson(value) || strange).toBe(true);
      expect(isStorableJson([{ deep: [value, "\0"] }])).toBe(false);
      expect(isStorableJson({ "\ud800": value })).toBe(false);
    }),
  );
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(isStorableJson(deep)).toBe(false);
});
