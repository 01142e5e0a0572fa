import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#core/text/locale.ts";

const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(`locales/${locale}/desk/${file}.json`, "utf8")) as unknown;

/** "Cancel" next to "Cancel the order": a person who wants to leave the dialog could cancel the order. */
test.each(LOCALES)("in %s no action starts with the word that closes its dialog", (locale) => {
  const { cancel } = read(locale, "frame") as { readonly cancel: string };
  const { acts } = read(locale, "orders") as { readonly acts: { readonly names: Readonly<Record<string, string>> } };
  const beginning = (words: string) => words.split(" ")[0]?.toLowerCase();
  const alike = Object.values(acts.names).filter((name) => beginning(name) === beginning(cancel));
  expect(alike).toEqual([]);
});
