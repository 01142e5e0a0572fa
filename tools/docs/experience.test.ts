import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/evidence/experience.md", "utf8");
const rows = page.split("\n").filter((line) => /^\| \d+ \|/.test(line));

test("docs/evidence/experience.md has each of the 44 rules, with a verdict", () => {
  expect(rows.map((row) => Number(row.split("|")[1]))).toEqual(Array.from({ length: 44 }, (_, index) => index + 1));
  for (const row of rows) expect(row).toMatch(/\| (pass|in part|fails)\b[^|]*\|$/);
  const passed = rows.filter((row) => row.includes("| pass")).length;
  expect(page).toContain(`**${passed} pass, ${rows.length - passed} fail**`);
});

test("every test and file in docs/evidence/experience.md exists", () => {
  const missing = rows.flatMap((row) =>
    [...row.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name).filter((name) => !exists(name)),
  );
  expect(missing).toEqual([]);
});

/**
 * Whether a name exists: a path, or a browser or component test as `file: start of its name`. Other words in code are
 * not checked.
 */
function exists(name: string): boolean {
  if (/^(test|web|tools)\//.test(name)) return existsSync(name);
  const [, file, beginning = ""] = /^([a-z.-]+): (.+)$/.exec(name) ?? [];
  const files = [`e2e/${file}.spec.ts`, `test/component/${file}.test.tsx`].filter((path) => existsSync(path));
  return file === undefined || files.some((path) => readFileSync(path, "utf8").includes(beginning));
}
