import { existsSync, globSync } from "node:fs";
import { expect, test } from "vitest";
import { chosenTargets, TARGETS } from "./targets.ts";

test.each(TARGETS)("$folder exists, and so do its files and tests", ({ folder, tests, only = [] }) => {
  expect([folder, ...only].filter((path) => !existsSync(path))).toEqual([]);
  const missing = tests.filter((pattern) => !pattern.startsWith(folder) && globSync(pattern).length === 0);
  expect(missing).toEqual([]);
});

test("without a choice every target is mutated as a whole, without its tests", () => {
  const chosen = chosenTargets([]);
  expect(chosen.map(({ folder }) => folder)).toEqual(TARGETS.map(({ folder }) => folder));
  const people = chosen.find(({ folder }) => folder === "server/authentication")?.mutate;
  expect(people).toContain("server/authentication/new-password.ts");
  expect(people).not.toContain("server/authentication/new-password.test.ts");
});

test("a folder above targets chooses all of them, a file or lines only that part", () => {
  const all = chosenTargets(["server/sale/"]).map(({ folder }) => folder);
  expect(all).toEqual(TARGETS.map(({ folder }) => folder).filter((folder) => folder.startsWith("server/sale/")));
  expect(chosenTargets(["core/vat.ts", "core/money.ts:3-9"]).map(({ mutate }) => mutate)).toEqual([
    ["core/vat.ts", "core/money.ts:3-9"],
  ]);
});

test("a folder with listed files mutates its other files only on request", () => {
  const mutated = (path: string) => chosenTargets([path]).flatMap(({ mutate }) => mutate);
  expect(mutated("server/sale/document")).toEqual(["server/sale/document/claims.ts"]);
  expect(mutated("server/sale/document/keep.ts")).toEqual(["server/sale/document/keep.ts"]);
});

test("a path outside of all targets is refused with a list of the folders", () => {
  expect(() => chosenTargets(["web", "core"])).toThrow(/^Nothing is mutated in web; the folders are core, /);
});
