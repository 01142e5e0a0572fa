import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberPattern } from "#core/phone-numbers/number-search.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";

/** Returns whether a pattern matches, like in the database. */
const finds = (typed: string, msisdn: string) =>
  new RegExp(`^${numberPattern(typed).replaceAll("%", ".*")}$`).test(msisdn);

describe("numbers are found", () => {
  test.each([
    "",
    "2020",
    "20 20",
    "785",
    "078",
    "078 555 20",
    "+41 78 555 20 20",
    "0041785552020",
    "+41 (0)78 555",
    "20-20",
  ])("by %s", (typed) => expect(finds(typed, "41785552020")).toBe(true));

  test.each(["2021", "079", "41", "0785552021", "+4179", "07855520201"])("not by %s", (typed) =>
    expect(finds(typed, "41785552020")).toBe(false),
  );

  test.each(["x", "%", "٥٥", "５５", "-"])("by %s: no number matches", (typed) =>
    expect(numberPattern(typed)).toBe(""),
  );

  test("by any contiguous digits, however they are written", () => {
    const msisdn = fc.stringMatching(/^417[5-9]\d{7}$/);
    fc.assert(
      fc.property(msisdn, fc.nat(8), fc.integer({ min: 1, max: 9 }), (number, from, length) => {
        const part = number.slice(2).slice(from, from + length);
        // These stand for the start of a number.
        if (!/^(07|0$|0041)/.test(part)) expect(finds(part, number)).toBe(true);
        expect(finds(displayPhone(number), number)).toBe(true);
        expect(finds(`0${number.slice(2)}`, number)).toBe(true);
      }),
    );
  });

  test("and typed text never reaches the database as anything but digits", () => {
    fc.assert(fc.property(fc.string(), (typed) => /^(41%?\d{0,12}%)?$/.test(numberPattern(typed))));
  });
});
