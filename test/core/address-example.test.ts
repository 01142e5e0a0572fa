import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addressReadings } from "#server/shop/address/address-search.ts";
import { indexedWords } from "#core/address/address-words.ts";
import { LOCALES } from "#core/text/locale.ts";

const rows = readFileSync("demo/addresses/sample.csv", "utf8")
  .split("\n")
  .slice(1)
  .map((row) => row.split(";"))
  .map(([, , , , street = "", number = "", , , place = ""]) => ({ words: indexedWords(`${street} ${place}`), number }));

test.each(LOCALES)("the example in the search field is an address of the demo (%s)", (locale) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/address.json`, "utf8")) as {
    searchPlaceholder: string;
  };
  const { words = [], houseNumber } = addressReadings(texts.searchPlaceholder)[0] ?? {};
  const found = rows.filter(
    (row) => row.number === houseNumber && words.every((word) => word.some(({ text }) => row.words.includes(text))),
  );
  expect(found).not.toEqual([]);
});
