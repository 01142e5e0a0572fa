import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const MIGRATIONS = globSync("server/platform/database/migrations/*.sql").map((path) => readFileSync(path, "utf8"));

test("SECURITY.md lists every table of the desk and of the brand's texts", () => {
  const made = MIGRATIONS.flatMap((text) => [...text.matchAll(/create table ((?:desk|brand)_\w+)/g)]);
  const tables = made.map(([, table = ""]) => table);
  expect(tables.length).toBeGreaterThan(10);
  const page = readFileSync("SECURITY.md", "utf8");
  expect(tables.filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});
