import { expect, test } from "vitest";
import { visibleText } from "./plain-text.ts";

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
