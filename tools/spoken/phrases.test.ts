import { expect, test } from "vitest";
import { LOCALES } from "#core/text/locale.ts";
import { dayText } from "#core/time/day-text.ts";
import { momentText } from "#core/time/moment-text.ts";
import { announcedLines, withPlaceholders } from "./phrases.ts";

/** Each day of a month, in every month. */
const DAYS = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(2026, day % 12, day + 1, 12)).toISOString());

test.each(LOCALES)("in %s, dates and times of every day of a month are replaced, in each form", (locale) => {
  const dates = DAYS.flatMap((day) => [
    momentText(day, locale, "short"),
    momentText(day, locale, "deadline"),
    ...(["alone", "on", "by"] as const).map((position) => dayText(day.slice(0, 10), locale, position)),
  ]);
  expect(dates.filter((text) => /\d/.test(withPlaceholders(text, locale)))).toEqual([]);
});

test("a label and its hint are announced with the field, and a button's content as its name", () => {
  const phrases = ["main", "E-Mail", "paragraph", "Dorthin.", "end of paragraph", "textbox, E-Mail, Dorthin."];
  expect(
    announcedLines([...phrases, "button, Paket bearbeiten", "Bearbeiten", "end of button, Paket bearbeiten"]),
  ).toEqual(["textbox, E-Mail, Dorthin.", "button, Paket bearbeiten"]);
});

test("a password field, which has no role, takes its label too", () => {
  expect(announcedLines(["Passwort", "Zehn Zeichen.", "Passwort, Zehn Zeichen."])).toEqual(["Passwort, Zehn Zeichen."]);
});

test("a repeated phrase is announced twice", () => {
  expect(
    announcedLines(["heading, Preise, level 2", "CHF 5.–", "CHF 5.–", "button, Weiter", "button, Weiter"]),
  ).toHaveLength(5);
});

test("items have their position, and long lists of options are cut", () => {
  const options = ["option, CH", "option, DE", "option, FR", "option, IT"];
  expect(
    announcedLines(["listitem, level 1, position 1, set size 2", "Erhalten", "combobox, Land", ...options]),
  ).toEqual(["1 of 2: Erhalten", "combobox, Land", "option, CH", "option, DE"]);
});

test("a text that is split in the page is announced as one", () => {
  expect(announcedLines(["Erhalten", "(", "erledigt", ")", "link, Vorname", ":", "Geben Sie ihn ein."])).toEqual([
    "Erhalten (erledigt)",
    "link, Vorname:",
    "Geben Sie ihn ein.",
  ]);
});
