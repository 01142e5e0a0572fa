import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailMistake, tidyEmail } from "./email.ts";

describe("an e-mail address as typed", () => {
  test.each([
    [" Nora@Example.CH ", "nora@example.ch"],
    ["mailto:nora@example.ch", "nora@example.ch"],
    ["\ufeffnora@example.ch\u200b", "nora@example.ch"],
    ["Anna@Müller-Möbel.ch", "anna@xn--mller-mbel-kcb9d.ch"],
    ["anna@straße.de", "anna@xn--strae-oqa.de"],
    ["anna@1.2", "anna@1.2"],
    ["anna@möbel.ch/x", "anna@möbel.ch/x"],
    ["müller.ch", "müller.ch"],
  ])("%j", (typed, tidy) => expect(tidyEmail(typed)).toBe(tidy));

  test("does not change when tidied again", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (local, host) => {
        const tidy = tidyEmail(`a${local}@${host}`);
        expect(tidyEmail(tidy)).toBe(tidy);
      }),
    ));
});

describe("an e-mail address that is checked", () => {
  const longest = `${"x".repeat(64)}@${"y".repeat(185)}.com`;

  test.each(["a@b.ch", "vor.name+x@sub.example.com", "a@my-shop.c-h", "a@b.c.ch", "anna@müller-möbel.ch", longest])(
    "%s",
    (text) => expect(emailMistake(text)).toBeNull(),
  );

  test.each([
    "a@b",
    "a b@c.ch",
    "a,b@c.ch",
    "a@b..ch",
    "@b.ch",
    "a@-b.ch",
    "a@b-.ch",
    "a@b.-ch",
    "a@b.ch-",
    "a@b.c_h",
    "a@b.ch.",
    "a@b@c.ch",
    "a@b.ch x",
    "x..y@example.ch",
    ".x@example.ch",
    "x.@example.ch",
    ".@example.ch",
    "a@mö_bel.ch",
    `${"x".repeat(65)}@b.ch`,
    longest.replace("@", "@y"),
  ])("not %s", (text) => expect(emailMistake(text)).toBe("email"));

  test.each([
    ["jürg@example.ch", "ü"],
    ["jurg.e\u0301@example.ch", "é"],
    ["анна@example.ch", "а"],
    ["🙂@example.ch", "🙂"],
  ])("names the undeliverable letter of %s", (text, letter) =>
    expect(emailMistake(text)).toEqual({ text: "emailLetter", values: { letter } }),
  );
});
