import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_LOCALE, LOCALES } from "#core/text/locale.ts";

test("every language but German can be stored", () => {
  const [, listed = ""] = /\(\?:([a-z|]+)\)/.exec(readFileSync("web/stored-locale.ts", "utf8")) ?? [];
  expect(listed.split("|").sort()).toEqual(LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).sort());
});
