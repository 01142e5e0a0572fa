import { describe, expect, test } from "vitest";
import { canonical } from "#core/text/canonical.ts";
import { COUNTRIES, FIRST_COUNTRIES, isCitizenship, isCountry, isEu, STATELESS } from "#core/address/countries.ts";
import { dayText } from "#core/time/day-text.ts";
import { escapeHtml } from "#core/text/escape-html.ts";
import { labelled } from "#core/text/labelled.ts";
import { isLocale, localePrefix, LOCALES, splitLocale } from "#core/text/locale.ts";

describe("a locale", () => {
  test("is one of five", () => {
    expect(LOCALES.filter(isLocale)).toEqual(["de", "en", "fr", "it", "sr"]);
    expect(["rm", "", "DE", undefined, 1].some(isLocale)).toBe(false);
  });

  test("has a prefix in paths, except the default one", () => {
    expect(LOCALES.map(localePrefix)).toEqual(["", "/en", "/fr", "/it", "/sr"]);
  });

  test.each([
    ["/en/mobile", "en", "/mobile"],
    ["/sr", "sr", "/"],
    ["/it/", "it", "/"],
    ["/fr/a/b", "fr", "/a/b"],
    ["/", "de", "/"],
    ["", "de", "/"],
    ["/mobile", "de", "/mobile"],
    ["/english", "de", "/english"],
    ["/de/mobile", "de", "/de/mobile"],
    ["/mobile/en", "de", "/mobile/en"],
  ])("of the path %j is %s, and the rest %s", (path, locale, rest) => {
    expect(splitLocale(path)).toEqual({ locale, rest });
  });
});

test("the first of a month is an ordinal in French and Italian, other days are not", () => {
  expect(dayText("2026-12-01", "fr", "alone")).toBe("mardi 1er décembre");
  expect(dayText("2026-12-01", "fr", "full")).toBe("1er décembre 2026");
  expect(dayText("2026-12-01", "it", "alone")).toBe("martedì 1º dicembre");
  expect(dayText("2026-12-01", "it", "fullAlone")).toBe("1º dicembre 2026");
  // In sentences, the date includes the article.
  expect(dayText("2026-12-01", "it", "full")).toBe("il 1º dicembre 2026");
  expect(dayText("2026-12-08", "it", "full")).toBe("l’8 dicembre 2026");
  expect(dayText("2026-12-11", "it", "full")).toBe("l’11 dicembre 2026");
  expect(dayText("2026-12-08", "it", "by")).toBe("martedì 8 dicembre");
  for (const day of ["2026-12-11", "2026-12-21", "2026-12-31"])
    for (const locale of ["fr", "it"] as const) expect(dayText(day, locale, "full")).not.toMatch(/1(?:er|º)/);
  expect(dayText("2026-12-01", "de", "alone")).toBe("Dienstag, 1. Dezember");
});

test("a Serbian date has the form of its position: after do, oko and pre, after u, and alone", () => {
  const week = [23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`);
  const weekdays = (form: "alone" | "by" | "on") => week.map((day) => dayText(day, "sr", form).split(",")[0]);
  expect(weekdays("by")).toEqual("ponedeljka utorka srede četvrtka petka subote nedelje".split(" "));
  expect(weekdays("on")).toEqual("ponedeljak utorak sredu četvrtak petak subotu nedelju".split(" "));
  expect(weekdays("alone")).toEqual("ponedeljak utorak sreda četvrtak petak subota nedelja".split(" "));
  const forms = ["alone", "by", "on"] as const;
  expect(forms.map((form) => dayText("2026-12-02", "sr", form))).toEqual([
    "sreda, 2. decembar",
    "srede, 2. decembra",
    "sredu, 2. decembra",
  ]);
  for (const locale of ["de", "en", "fr", "it"] as const)
    expect(new Set(forms.map((form) => dayText("2026-12-02", locale, form))).size).toBe(1);
});

test("a Serbian date with its year is in the genitive, as used in sentences", () => {
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}-24`);
  expect(months.map((day) => dayText(day, "sr", "full").split(" ")[1])).toEqual(
    "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra".split(" "),
  );
});

test("a day is written in each language's own form, with or without its weekday", () => {
  const written = (form: "alone" | "full") => LOCALES.map((locale) => dayText("2026-11-24", locale, form));
  expect(written("alone")).toEqual([
    "Dienstag, 24. November",
    "Tuesday 24 November",
    "mardi 24 novembre",
    "martedì 24 novembre",
    "utorak, 24. novembar",
  ]);
  expect(written("full")).toEqual([
    "24. November 2026",
    "24 November 2026",
    "24 novembre 2026",
    "il 24 novembre 2026",
    "24. novembra 2026.",
  ]);
});

test("a label has a colon after it, in French after a narrow no-break space", () => {
  expect(LOCALES.map((locale) => labelled("SMART 60", "x", locale))).toEqual([
    "SMART 60: x",
    "SMART 60: x",
    "SMART 60\u202f: x",
    "SMART 60: x",
    "SMART 60: x",
  ]);
});

describe("countries", () => {
  test("all have unique names, including those at the top", () => {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(COUNTRIES.filter((code) => names.of(code) === undefined)).toEqual([]);
    expect([COUNTRIES.length, new Set(COUNTRIES).size]).toEqual([250, 250]);
    expect(FIRST_COUNTRIES.filter((code) => !isCountry(code))).toEqual([]);
    expect(["", "XX", "ch", "CHE", STATELESS].some(isCountry)).toBe(false);
    expect([...COUNTRIES, STATELESS].every(isCitizenship)).toBe(true);
    expect(["", "XXB", "xxa"].some(isCitizenship)).toBe(false);
  });

  test("the European Union has 27 members", () => {
    expect(COUNTRIES.filter(isEu)).toHaveLength(27);
    expect(["AT", "HR", "PT"].every(isEu)).toBe(true);
    expect(["CH", "GB", "NO", "RS", "LI"].some(isEu)).toBe(false);
  });
});

test("text for HTML cannot end a tag or an attribute", () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    "&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;&#60;/a&#62;",
  );
});

test("equal values have equal JSON, regardless of the order of their keys", () => {
  expect(canonical({ b: [{ z: 1, y: null }, "a"], a: undefined, C: true })).toBe(
    '{"C":true,"b":[{"y":null,"z":1},"a"]}',
  );
  expect(canonical({ a: 1, b: 2, c: 3 })).toBe(canonical({ c: 3, a: 1, b: 2 }));
  expect(canonical([2, 1])).toBe("[2,1]");
});
