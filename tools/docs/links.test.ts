import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { unknownSettings } from "#server/config/warnings.ts";
import { COMMANDS } from "#server/operator/cli/commands.ts";

const PAGES = globSync(["*.md", "docs/**/*.md"]).map((path) => ({ path, text: readFileSync(path, "utf8") }));
const FOLDERS = "core|contract|server|web|locales|demo|brands|law|docs|test|e2e|bench|tools";

test("every link in a page leads to a file of the repository", () => {
  const broken = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, target = ""]) => !existsSync(join(dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every path in a page exists", () => {
  const named = new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\``, "g");
  const broken = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(named)]
      .filter(([, target = ""]) => !existsSync(target))
      .map(([, target]) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("every npm script and every `kasse` command in a page exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const broken = PAGES.flatMap(({ path, text }) => {
    const names = [...text.matchAll(/npm run ([\w:]*\w)(?![\w:])/g)].map(([, name = ""]) => name);
    const commands = [...text.matchAll(/(?:npm run kasse -- |`kasse )((?:[a-z]+ ?){1,3})(?=[ `<[]|$)/gm)];
    return [
      ...names.filter((name) => !Object.hasOwn(scripts, name)).map((name) => `${path}: npm run ${name}`),
      ...commands.flatMap(([, words = ""]) => {
        const command = words.trim();
        // A page may name a group of commands, such as `orders hold`.
        const known = COMMANDS.some(
          ({ name }) => `${command} `.startsWith(`${name} `) || `${name} `.startsWith(`${command} `),
        );
        return known ? [] : [`${path}: kasse ${command}`];
      }),
    ];
  });
  expect(broken).toEqual([]);
});

test("every setting in a page exists; only the changelog names those that are gone", () => {
  const broken = PAGES.filter(({ path }) => path !== "CHANGELOG.md").flatMap(({ path, text }) =>
    [...text.matchAll(/`([A-Z]+\d?[A-Z]*_[A-Z0-9_]+)/g)].flatMap(([, name = ""]) =>
      // A status of Worldline.
      (name === "PAYMENT_CREATED" ? [] : unknownSettings({ [name]: "" })).map((sentence) => `${path}: ${sentence}`),
    ),
  );
  expect(broken).toEqual([]);
});
