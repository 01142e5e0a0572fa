import { expect, test } from "vitest";
import { announcedLines } from "./phrases.ts";

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
