import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addressQuery, addressWords } from "#core/address-search.ts";
import { LOCALES } from "#core/locale.ts";

const rows = readFileSync("demo/addresses/sample.csv", "utf8")
  .split("\n")
  .slice(1)
  .map((row) => row.split(";"))
  .map(([, , , , street = "", number = "", , , place = ""]) => ({ words: addressWords(`${street} ${place}`), number }));

test.each(LOCALES)("the example in the search field is an address of the demo (%s)", (locale) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/customer.json`, "utf8")) as {
    address: { searchPlaceholder: string };
  };
  const { words, houseNumber } = addressQuery(texts.address.searchPlaceholder);
  const found = rows.filter((row) => row.number === houseNumber && words.every((word) => row.words.includes(word)));
  expect(found).not.toEqual([]);
});
