import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#core/text/locale.ts";

const read = (locale: string, file: string) =>
  JSON.parse(readFileSync(`locales/${locale}/desk/${file}.json`, "utf8")) as unknown;

/** "Cancel" beside "Cancel the order": somebody who wants to leave the dialog could end the order. */
test.each(LOCALES)("in %s no act begins with the word that leaves its dialog", (locale) => {
  const { cancel } = read(locale, "frame") as { readonly cancel: string };
  const { acts } = read(locale, "orders") as { readonly acts: { readonly names: Readonly<Record<string, string>> } };
  const beginning = (words: string) => words.split(" ")[0]?.toLowerCase();
  const alike = Object.values(acts.names).filter((name) => beginning(name) === beginning(cancel));
  expect(alike).toEqual([]);
});
