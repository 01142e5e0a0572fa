import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, test } from "vitest";
import { displayPhone, isSwissMobile, nationalPhone, normalisePhone } from "#core/phone-numbers/phone.ts";
import { groupedPhone, withoutCountryCode } from "#core/phone-numbers/typed-phone.ts";
import { phoneMistake } from "#core/phone-numbers/phone-mistake.ts";

describe("phone numbers", () => {
  test.each([
    "+41 (0)79 555 01 43",
    "079/555 01 43",
    "0041 79 555 01 43",
    "0041 079 555 01 43",
    "41 79 555-01-43",
    "795550143",
    "+41795550143",
    "(0)795550143",
    "+41 079 555 01 43",
    "41 079 555 01 43",
    "tel:+41795550143",
    "\u202a+41 79\u00a0555 01 43\u202c",
    "079\u2011555\u201101\u201143",
    "79 555-01_43",
  ])("%s is read, and valid", (typed) => {
    expect([normalisePhone(typed), phoneMistake(typed)]).toEqual(["41795550143", null]);
  });

  test.each([
    ["+49 151 23456789", "4915123456789"],
    ["044 668 18 00", "41446681800"],
    ["+41 44 668 18 00", "41446681800"],
    ["0795550143 1", "07955501431"],
    ["1 0795550143", "10795550143"],
    ["7955501431", "7955501431"],
    ["1795550143", "1795550143"],
    ["1+41 79 555 01 43", "1+41795550143"],
    ["", ""],
  ])("%j stays %j", (typed, msisdn) => expect(normalisePhone(typed)).toBe(msisdn));

  test("the browser's pattern accepts only numbers that are mobile for libphonenumber; of its mobile prefixes only the newest are missing", () => {
    const prefixes = Array.from({ length: 900 }, (_, index) => String(index + 100));
    const isTheirs = (prefix: string) => parsePhoneNumberFromString(`+41${prefix}123456`)?.getType() === "MOBILE";
    const ours = prefixes.filter((prefix) => isSwissMobile(`41${prefix}123456`));
    expect(ours.filter((prefix) => !isTheirs(prefix))).toEqual([]);
    // The domain facts' list ends at 073 and 075–079; these were opened later.
    const left = prefixes.filter((prefix) => isTheirs(prefix) && !ours.includes(prefix));
    expect([...new Set(left.map((prefix) => prefix.slice(0, 2)))]).toEqual(["68", "69", "72"]);
  });

  test.each([
    ["41795550143", true],
    ["41745550143", false],
    ["141795550143", false],
    ["417955501431", false],
    ["4179555014", false],
    ["42795550143", false],
  ])("%s is a Swiss mobile number: %s", (msisdn, is) => expect(isSwissMobile(msisdn)).toBe(is));

  test.each([
    ["", "missing"],
    ["  ", "missing"],
    ["41 79 555 01 4", "tooShort"],
    ["079 555 01 4", "tooShort"],
    ["079", "tooShort"],
    ["41795550143 0", "tooLong"],
    ["079 555 01 43 12", "tooLong"],
    ["79 415 55 014", "tooLong"],
    ["044 668 18 00", "notMobile"],
    ["074 555 01 43", "notMobile"],
    ["+49 151 23456789", "notMobile"],
    ["abc", "notMobile"],
    ["079 555 01 43 x", "notMobile"],
    ["1 79 555 01 43", "notMobile"],
    ["+41 (0)79 555-01.43", null],
    ["079/555 01 43", null],
  ])("%j: %s", (typed, mistake) => expect(phoneMistake(typed)).toBe(mistake));

  test("a mobile number loses its country code beside a fixed +41; other text stays unchanged", () => {
    expect(nationalPhone("+41 79 555 01 43")).toBe("795550143");
    expect(nationalPhone("044 668 18 00")).toBe("044 668 18 00");
  });

  test.each([
    "+41 79 555 01 43",
    "0041 79 555 01 43",
    "+41 (0)79 555 01 43",
    "+41795550143",
    "+41+41795550143",
    "tel:+41-79-555-01-43",
  ])("beside a fixed +41, %j loses its own as soon as it is there, and is grouped once it is complete", (typed) => {
    expect(withoutCountryCode(typed)).not.toMatch(/41[ -]?[(7]/);
    expect(groupedPhone(withoutCountryCode(typed))).toBe("79 555 01 43");
  });

  test("beside a fixed +41, what is no Swiss mobile number stays as typed", () => {
    for (const typed of ["041 79", "4179", "044 668 18 00", "+49 151 23456789", "79 555 01", "+4"]) {
      expect(withoutCountryCode(typed)).toBe(typed);
      expect(groupedPhone(typed)).toBe(typed);
    }
    expect(groupedPhone("079 555 01 43")).toBe("79 555 01 43");
  });

  test("a number is displayed in groups", () => {
    expect(displayPhone("41784123456")).toBe("+41 78 412 34 56");
    expect(["4178412345", "417841234567", "141784123456", "49151234567"].map(displayPhone)).toEqual([
      "4178412345",
      "417841234567",
      "141784123456",
      "49151234567",
    ]);
  });
});
