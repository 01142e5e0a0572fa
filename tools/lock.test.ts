import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Locked = { readonly optionalDependencies?: Record<string, string> };

/** Paths at which Node looks for a package from another one: its own folder, then the parents. */
function placesOf(name: string, from: string): string[] {
  const parts = from === "" ? [] : from.split("/node_modules/");
  return parts.map((_, depth) => `${parts.slice(0, parts.length - depth).join("/node_modules/")}/node_modules/${name}`);
}

test("the lock file has the packages of every platform, so that `npm ci` works everywhere", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => ![...placesOf(name, path), `node_modules/${name}`].some((place) => place in packages),
    ),
  );
  expect(missing).toEqual([]);
});
