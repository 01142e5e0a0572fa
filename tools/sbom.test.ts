import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Component = { version: string; purl: string; components?: Component[] };
type Bom = { bomFormat: string; specVersion: string; components: Component[] };
const all = (components: Component[]): Component[] =>
  components.flatMap((each) => [each, ...all(each.components ?? [])]);

test(
  "the bill of materials lists exactly the packages that the shop runs with, with their versions",
  { timeout: 180_000 },
  () => {
    const run = spawnSync(process.execPath, ["tools/sbom.ts"], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
    const bom = JSON.parse(run.stdout) as Bom;
    expect([bom.bomFormat, bom.specVersion >= "1.5"]).toEqual(["CycloneDX", true]);
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
      "dependencies" | "devDependencies",
      Record<string, string>
    >;
    const versions = new Map(all(bom.components).map(({ purl, version }) => [decodeURIComponent(purl), version]));
    const libraries = globSync("libraries/*/package.json").map(
      (file) => (JSON.parse(readFileSync(file, "utf8")) as { dependencies: Record<string, string> }).dependencies,
    );
    expect(libraries.length).toBeGreaterThan(0);
    for (const [name, version] of [dependencies, ...libraries].flatMap((each) => Object.entries(each)))
      expect(versions.get(`pkg:npm/${name}@${version}`)).toBe(version);
    for (const name of ["vitest", "@playwright/test"]) {
      expect(devDependencies).toHaveProperty(name);
      expect([...versions.keys()].some((purl) => purl.startsWith(`pkg:npm/${name}@`))).toBe(false);
    }
  },
);
