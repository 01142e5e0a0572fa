import { expect, test } from "vitest";
import { licenceProblem } from "./allowed.ts";
import { lockedPackages, type LockedPackage } from "./packages.ts";

const packages = lockedPackages();

test("every package has a licence that Kasse can use", () => {
  expect(packages.length).toBeGreaterThan(900);
  expect(packages.map(licenceProblem).filter(Boolean)).toEqual([]);
});

test("packages bundled into the pages count as shipped, and build tools do not", () => {
  const shipped = new Set(packages.filter((each) => each.shipped).map(({ name }) => name));
  for (const name of ["fastify", "react", "wouter", "recharts", "victory-vendor", "openid-client"])
    expect([name, shipped.has(name)]).toEqual([name, true]);
  expect(shipped).toContain("@fontsource-variable/figtree");
  for (const name of ["vite", "vitest", "@playwright/test", "axe-core", "lighthouse"])
    expect([name, shipped.has(name)]).toEqual([name, false]);
});

test.each<[string, Partial<LockedPackage>, RegExp | null]>([
  ["one of several licences is enough", { licence: "(MIT OR GPL-3.0-or-later)" }, null],
  ["all of several are needed", { licence: "MIT AND GPL-3.0-or-later" }, /GPL-3.0-or-later, which is not allowed/],
  ["copyleft must not be shipped", { licence: "AGPL-3.0-only" }, /not allowed in packages that operators run/],
  ["MPL must not be shipped", { licence: "MPL-2.0" }, /not allowed in packages that operators run/],
  ["MPL is allowed for tools", { licence: "MPL-2.0", shipped: false }, null],
  ["a missing licence is refused", { licence: null }, /states no licence/],
  ["free text is refused", { licence: "see the README" }, /not an SPDX expression/],
])("%s", (_, given, mistake) => {
  const found = licenceProblem({ name: "some", version: "1.0.0", licence: "MIT", folder: "", shipped: true, ...given });
  if (mistake === null) expect(found).toBeNull();
  else expect(found).toMatch(mistake);
});
