import browserslist from "browserslist";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#core/text/locale.ts";
import { BROWSERS, buildTarget, oldestVersions, type BrowserId } from "./browsers.ts";

const IDS = Object.keys(BROWSERS) as BrowserId[];

test("every version of the last two years is supported", () => {
  const recent = browserslist("last 2 years").filter((each) => IDS.some((id) => each.startsWith(`${id} `)));
  const supported = new Set(browserslist());
  expect(recent.filter((each) => !supported.has(each))).toEqual([]);
});

test("each supported browser has an oldest version, which the build's target follows", () => {
  expect([...oldestVersions()].filter(([, version]) => !Number.isFinite(version))).toEqual([]);
  expect(buildTarget()).toContain(`safari${oldestVersions().get("safari")}`);
});

test.each(LOCALES)("%s: the shop names every supported browser", (locale) => {
  const file = readFileSync(`locales/${locale}/shop.json`, "utf8");
  const { browser } = JSON.parse(file) as { readonly browser: { readonly supported: string } };
  const names = IDS.filter((id) => id !== "ios_saf").map((id) => BROWSERS[id].name);
  expect(names.filter((name) => !browser.supported.includes(name))).toEqual([]);
});
