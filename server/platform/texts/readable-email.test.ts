import fc from "fast-check";
import { expect, test } from "vitest";
import { tidyEmail } from "#core/person/email.ts";
import { readableEmail } from "./greeting.ts";

test.each([
  "x@bücher.ch",
  "anna@müller-möbel.ch",
  "a.b+c@straße.de",
  "иван@почта.рф",
  "x@παράδειγμα.ελ",
  "x@例子.中国",
])("%s is read as it is written", (written) => expect(readableEmail(tidyEmail(written))).toBe(written));

test.each(["x@xn--80ak6aa92e.com", "x@xn--pypal-4ve.com", "x@xn--zzzzzz.ch", "x@example.ch", "x@1.2", "", "x", "x@"])(
  "%s stays: another host looks the same, or it is not a host",
  (stored) => expect(readableEmail(stored)).toBe(stored),
);

test("the readable form is the same address when it is sent back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom("ch", "рф", "中国"), (label, top) => {
      const stored = tidyEmail(`x@${label}.${top}`);
      expect(tidyEmail(readableEmail(stored))).toBe(stored);
    }),
  );
});
