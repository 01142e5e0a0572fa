import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every file in docs/evidence/providers.md exists", () => {
  const files = globSync("{server,simulator,web,extensions}/**/*.{ts,tsx}");
  const named = [...readFileSync("docs/evidence/providers.md", "utf8").matchAll(/`([\w./-]+\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(30);
  // An extension may have been deleted.
  const isDeleted = (name: string) =>
    name.startsWith("extensions/") && !existsSync(name.split("/").slice(0, 2).join("/"));
  const missing = named.filter(
    ([, name = ""]) => !isDeleted(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});
