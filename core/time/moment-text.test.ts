import { expect, test } from "vitest";
import { momentText } from "./moment-text.ts";
import { LOCALES } from "../text/locale.ts";

test("a moment is written as a time in Switzerland, in each language", () => {
  const deadlines = LOCALES.map((locale) => momentText("2026-11-22T19:12:00Z", locale, "deadline"));
  expect(deadlines).toEqual([
    "Sonntag, 22. November um 20:12",
    "Sunday 22 November at 20:12",
    "dimanche 22 novembre à 20:12",
    "domenica 22 novembre alle 20:12",
    "nedelje, 22. novembra, u 20:12",
  ]);
  expect(momentText("2026-11-22T19:12:00Z", "en", "short")).toBe("22 Nov 2026, 20:12");
  expect(momentText("2026-12-01T10:00:00Z", "fr", "deadline")).toContain("mardi 1er décembre");
  expect(momentText("2026-12-01T10:00:00Z", "it", "short")).toContain("1º dic 2026");
});
