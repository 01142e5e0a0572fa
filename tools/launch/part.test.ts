import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Extension } from "#server/extension/extension.ts";
import { libraryRules } from "../../server/libraries.ts";
import { checkSettings } from "../../server/config/config.ts";
import { REAL_INTEGRATIONS } from "../../test/support/real-integrations.ts";
import { BUILD_PACKAGES } from "./dependencies.mjs";

test("the packages that serving installs are those that the build and the pages import", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const sources = globSync("{tools/build.mjs,tools/bundle/*,*.config.ts,{web,desk}/**/*.{ts,tsx,css}}").filter(
    (path) => !/\.test\.tsx?$|^(vitest|playwright)\.config/.test(path),
  );
  const texts = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  const imported = Object.keys(devDependencies).filter((name) =>
    [`"${name}"`, `"${name}/`, `(${name}/`].some((each) => texts.includes(each)),
  );
  expect(imported.filter((name) => !BUILD_PACKAGES.includes(name))).toEqual([]);
});

test("each library states the setting that needs it", () => {
  const stated = globSync("libraries/*/package.json").flatMap((path) => {
    const { kasse } = JSON.parse(readFileSync(path, "utf8")) as { kasse: { neededWith: string[] } };
    return kasse.neededWith;
  });
  const ofExtensions = (EXTENSIONS as readonly Extension[]).flatMap(({ library }) =>
    library?.setting === undefined ? [] : [Object.fromEntries([library.setting.split("=")]) as Record<string, string>],
  );
  // Some need further settings.
  const sufficient = ofExtensions.filter((settings) => checkSettings(settings).mistakes.length === 0);
  const nowhere = new URL("file:///no-such-folder/libraries/");
  const needed = [...Object.values(REAL_INTEGRATIONS), ...sufficient].flatMap((settings) =>
    checkSettings(settings)
      .judge(libraryRules(nowhere))
      .map((sentence) => sentence.split(" ")[0]),
  );
  expect(needed.length).toBeGreaterThan(4);
  for (const setting of needed) expect(stated).toContain(setting);
});

test("each benchmark has a script", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const names = globSync("bench/*.ts")
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => `bench:${path.slice("bench/".length, -".ts".length)}`);
  expect(names.filter((name) => scripts[name] !== `exec node tools/launch.mjs ${name}`)).toEqual([]);
});
