import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ASVS_PAGE, asvsSummary, brokenEvidence, ITEMS_OF_CHAPTERS, readAsvs, testNamesIn } from "./asvs.ts";

const text = readFileSync(ASVS_PAGE, "utf8");
const page = readAsvs(text);
const ids = [...page.items.map(({ id }) => id), ...page.leftOut];

test("every test and every page of an item exists", () => {
  expect(brokenEvidence(page)).toEqual([]);
});

test("every item names a test or a page, or is marked as not met", () => {
  expect(page.items.filter(({ met, pages }) => met === "page" && pages.length === 0).map(({ id }) => id)).toEqual([]);
});

test("every item of the standard occurs once, as applicable or left out", () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const counts = ITEMS_OF_CHAPTERS.map((_, at) => ids.filter((id) => id.startsWith(`${at + 1}.`)).length);
  expect(counts).toEqual(ITEMS_OF_CHAPTERS);
});

test("the sums match the tables: run `npm run docs`", () => {
  expect(text).toContain(asvsSummary(page));
});

test("names of tests are found in every notation", () => {
  const names = testNamesIn("test/security/proxies.test.ts").join("\n");
  expect(names).toMatch(/ › \$\{what\}$|^\$\{what\}$/m);
  expect(testNamesIn("test/security/asvs-1.test.ts")).toContain("a path › is decoded once");
  expect(testNamesIn("e2e/postpaid.sale.spec.ts").join("\n")).toMatch(/SMART 60 in \$\{\}, and/);
});
