import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorable, isStorableJson, storable } from "./storable.ts";

test("every text can be made storable, and one that is stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("\0", "\ud800", "\udc00", ""), (text, more) => {
      const made = storable(text + more + text);
      expect(isStorable(made)).toBe(true);
      expect(storable(made)).toBe(made);
    }),
  );
  expect(storable("A\0B\ud800")).toBe("AB\ufffd");
  expect(storable("A\0B", " ")).toBe("A B");
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
