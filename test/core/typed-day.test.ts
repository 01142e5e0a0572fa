import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDay } from "#core/time/dates.ts";
import { LANGUAGE_TAG, LOCALES } from "#core/text/locale.ts";
import { printDay, readMonth, readTypedDay, tidyBirthday } from "#core/time/typed-day.ts";

const TODAY = { year: 2026, month: 11, day: 22 };

describe("a typed date", () => {
  test.each([
    "01.05.2022",
    "1.5.2022",
    "1.5.22",
    "1. 5. 2022",
    "1. 5. 2022.",
    "01/05/2022",
    "01-05-2022",
    "1\u20115\u20112022",
    "01052022",
    "010522",
    " 2022-05-01 ",
    "2022/5/1",
    "\u200e1.5.2022\u200f",
    "1. Mai 2022",
    "1. Mai 22",
    "1 mai 2022",
    "1er mai 2022",
    "1° maggio 2022",
    "May 1, 2022",
    "May 1st, 2022",
    "1. maj 2022.",
    "1. maja 2022",
    "Sonntag, 1. Mai 2022",
    "2022 May 1",
    "1.V.2022",
    "1. V 2022.",
    "1º maggio 2022",
    "nedjelja, 1. svibnja 2022.",
  ])("%s is the first of May", (typed) => expect(readTypedDay(typed)).toBe("2022-05-01"));

  test("29 February of a leap year", () => expect(readTypedDay("29.2.2024")).toBe("2024-02-29"));

  test.each([
    "",
    "1.5.",
    "1.5.202",
    "31.2.2022",
    "32.1.2022",
    "1.13.2022",
    "gestern",
    "2022",
    "1.5.20222",
    "Mai 2022",
    "31. Februar 2022",
    "1. Mai Juni 2022",
    "1. 2. Mai 2022",
    "1.IIII.2022",
    "1.XIII.2022",
  ])("%s is not a date", (typed) => expect(readTypedDay(typed)).toBeNull());

  test("any day is read in each language's format", () => {
    const any = fc.date({ min: new Date("1900-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(any, fc.constantFrom(...LOCALES), (date, locale) => {
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        for (const month of ["long", "short", "numeric"] as const) {
          const options = { day: "numeric", month, year: "numeric", timeZone: "UTC" } as const;
          const written = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], options).format(date);
          // Numeric dates are read day first, as in Switzerland; American dates are not guessed.
          expect(readTypedDay(written), written).toBe(formatDay(day));
        }
      }),
    );
  });

  test("it is formatted day first; other text stays as typed", () => {
    expect(printDay("2022-05-01")).toBe("01.05.2022");
    expect(printDay("1.5.")).toBe("1.5.");
    expect(printDay("")).toBe("");
  });
});

describe("a month", () => {
  test.each([
    ["3", 3],
    ["03", 3],
    ["März", 3],
    ["MARZ", 3],
    ["mars", 3],
    ["mar", 3],
    ["Mrz", 3],
    ["avgust", 8],
    ["Sept.", 9],
    ["juin", 6],
    ["juil.", 7],
    ["déc.", 12],
    ["giugno", 6],
    ["gen", 1],
    ["Jänner", 1],
    ["Feber", 2],
    ["III", 3],
    ["IX.", 9],
    ["XII", 12],
    ["siječnja", 1],
    ["veljače", 2],
    ["ožujka", 3],
    ["ožu", 3],
    ["travnja", 4],
    ["svibanj", 5],
    ["lipnja", 6],
    ["srpnja", 7],
    ["kolovoza", 8],
    ["rujna", 9],
    ["listopada", 10],
    ["studenoga", 11],
    ["prosinca", 12],
  ])("%s is %i", (typed, month) => expect(readMonth(typed)).toBe(month));

  test.each(["0", "13", "003", "ma", "jui", "marmelade", "", "x", "IIII", "XIII", "mrt"])(
    "%j is not a month",
    (typed) => expect(readMonth(typed)).toBeNull(),
  );
});

describe("a birthday", () => {
  const typed = (day: string, month: string, year: string) => tidyBirthday({ day, month, year }, TODAY);
  const MARCH = { day: "14", month: "3", year: "1991" };

  test("accepts a month by name, and a whole date in any of the three fields", () => {
    expect(typed("14", "März", "1991")).toEqual(MARCH);
    expect(typed("14.", " mars ", "1991")).toEqual(MARCH);
    expect(typed("14.3.1991", "", "")).toEqual(MARCH);
    expect(typed("", "14 mars 1991", "")).toEqual(MARCH);
    expect(typed("", "", "1991-03-14")).toEqual(MARCH);
  });

  test("with a year of two digits is the latest in the past", () => {
    expect(typed("14.3.91", "", "")).toEqual(MARCH);
    expect(typed("22.11.26", "", "").year).toBe("2026");
    expect(typed("23.11.26", "", "").year).toBe("1926");
  });

  test("keeps any other text as typed", () => {
    expect(typed("31", "02", "1991")).toEqual({ day: "31", month: "02", year: "1991" });
    expect(typed("x", "Mittwoch", "")).toEqual({ day: "x", month: "Mittwoch", year: "" });
  });
});
