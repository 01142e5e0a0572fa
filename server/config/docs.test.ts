import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withSettings } from "./docs.ts";
import { CHAPTERS } from "./settings.ts";
import { rowsOf } from "./walk.ts";

test("docs/settings.md is up to date with the table of settings: run `npm run docs` after a change", async () => {
  const page = await readFile("docs/settings.md", "utf8");
  expect(page).toBe(withSettings(page));
});

test("no setting is in two chapters", () => {
  const names = CHAPTERS.flatMap(({ settings }) => rowsOf(settings).map(({ entry }) => entry.name));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
