import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every file in docs/evidence/providers.md exists", () => {
  const files = globSync("{server,simulator,web}/**/*.{ts,tsx}");
  const named = [...readFileSync("docs/evidence/providers.md", "utf8").matchAll(/`([\w./-]+\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(([, name = ""]) => !files.some((file) => file.endsWith(`/${name}`)));
  expect(missing.map(([, name]) => name)).toEqual([]);
});
