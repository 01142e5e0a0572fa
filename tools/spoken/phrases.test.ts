import { expect, test } from "vitest";
import { asHeard } from "./phrases.ts";

test("a label and its hint are heard with the field, and a button's contents as its name", () => {
  const phrases = ["main", "E-Mail", "paragraph", "Dorthin.", "end of paragraph", "textbox, E-Mail, Dorthin."];
  expect(asHeard([...phrases, "button, Paket bearbeiten", "Bearbeiten", "end of button, Paket bearbeiten"])).toEqual([
    "textbox, E-Mail, Dorthin.",
    "button, Paket bearbeiten",
  ]);
});

test("a password field, which has no role, takes its label too", () => {
  expect(asHeard(["Passwort", "Zehn Zeichen.", "Passwort, Zehn Zeichen."])).toEqual(["Passwort, Zehn Zeichen."]);
});

test("what is there twice is heard twice", () => {
  expect(asHeard(["heading, Preise, level 2", "CHF 5.–", "CHF 5.–", "button, Weiter", "button, Weiter"])).toHaveLength(
    5,
  );
});

test("items say their place, and long lists of options end early", () => {
  const options = ["option, CH", "option, DE", "option, FR", "option, IT"];
  expect(asHeard(["listitem, level 1, position 1, set size 2", "Erhalten", "combobox, Land", ...options])).toEqual([
    "1 of 2: Erhalten",
    "combobox, Land",
    "option, CH",
    "option, DE",
  ]);
});

test("what is split in the page is heard as one", () => {
  expect(asHeard(["Erhalten", "(", "erledigt", ")", "link, Vorname", ":", "Geben Sie ihn ein."])).toEqual([
    "Erhalten (erledigt)",
    "link, Vorname:",
    "Geben Sie ihn ein.",
  ]);
});
