import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { imagePackages } from "./test/image.ts";

type Locked = {
  readonly optionalDependencies?: Record<string, string>;
};

const packagesIn = (lock: string) =>
  (JSON.parse(readFileSync(lock, "utf8")) as { packages: Record<string, Locked> }).packages;

/** Returns the paths at which Node looks for a package from another one: its own folder, then the parents. */
function placesOf(name: string, from: string): string[] {
  const parts = from === "" ? [] : from.split("/node_modules/");
  return parts.map((_, depth) => `${parts.slice(0, parts.length - depth).join("/node_modules/")}/node_modules/${name}`);
}

test.each(["package-lock.json", ...globSync("libraries/*/package-lock.json")])(
  "%s has the packages of every platform, so that `npm ci` works everywhere",
  (lock) => {
    const packages = packagesIn(lock);
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => ![...placesOf(name, path), `node_modules/${name}`].some((place) => place in packages),
      ),
    );
    expect(missing).toEqual([]);
  },
);

test("an image has at most 200 packages; those that few shops need are in libraries/ (ADR 24)", () => {
  const installed = imagePackages();
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.length).toBeLessThanOrEqual(200);
});

test("an image has no package twice: those in its programs are removed", () => {
  const bundled = /BUNDLED_PACKAGES = \[([^\]]+)\]/.exec(readFileSync("tools/bundle/programs.mjs", "utf8"))?.[1] ?? "";
  const names = [...bundled.matchAll(/"([^"]+)"/g)].map(([, name]) => `node_modules/${name}`);
  expect(names).toContain("node_modules/kysely");
  expect(imagePackages().filter((path) => names.includes(path))).toEqual([]);
});

test("an image has the fonts of a confirmation, and no others", () => {
  const fonts = readFileSync("server/sale/confirmation/fonts.ts", "utf8").matchAll(
    /fontFile\("[^/]+\/(\w+)", "(\w+)"/g,
  );
  const kept = readFileSync("Dockerfile", "utf8").matchAll(/! -name (\S+)/g);
  expect(new Set([...kept].map(([, name]) => name))).toEqual(
    new Set([...fonts].map(([, family, style]) => `${family}_${style}.ttf`)),
  );
});
