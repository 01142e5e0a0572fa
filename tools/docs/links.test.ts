import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unknownSettings } from "#server/config/warnings.ts";
import { readCommandLine } from "#server/operator/cli/cli.ts";
import { allCommands } from "#server/operator/cli/commands.ts";
import { anchorsOf, commandLinesOf, linksOf, PAGES, pagesFrom } from "./pages.ts";

const COMMANDS = await allCommands();

const FOLDERS = "core|contract|server|web|locales|demo|brands|law|docs|test|e2e|bench|tools";

test("every link in a page leads to a file of the repository, and to an existing heading", () => {
  const broken = PAGES.flatMap((page) =>
    linksOf(page)
      .filter(({ path, anchor }) => !existsSync(path) || (anchor !== undefined && !hasAnchor(path, anchor)))
      .map(({ path, anchor }) => `${page.path}: ${path}${anchor === undefined ? "" : `#${anchor}`}`),
  );
  expect(broken).toEqual([]);
});

/** Whether a page has a heading. Always true for files that are not pages, such as code. */
const hasAnchor = (path: string, anchor: string): boolean =>
  !path.endsWith(".md") || anchorsOf(readFileSync(path, "utf8")).includes(anchor);

test("every page can be reached from README.md", () => {
  const found = pagesFrom("README.md");
  expect(PAGES.map(({ path }) => path).filter((path) => !found.has(path))).toEqual([]);
});

test("the index of decisions has every number once", () => {
  const numbers = [...readFileSync("docs/adr/README.md", "utf8").matchAll(/^\| (\d+) \|/gm)].map(([, n]) => Number(n));
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
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
        // A page can name a group of commands, such as `orders hold`.
        const known = COMMANDS.some(
          ({ name }) => `${command} `.startsWith(`${name} `) || `${name} `.startsWith(`${command} `),
        );
        return known ? [] : [`${path}: kasse ${command}`];
      }),
    ];
  });
  expect(broken).toEqual([]);
});

test("the program's own parser accepts every `kasse` command of a fenced block, with its options", () => {
  const lines = PAGES.flatMap((page) => commandLinesOf(page).map((words) => ({ page: page.path, words })));
  expect(lines.length).toBeGreaterThan(25);
  const refused = lines.flatMap(({ page, words }) => {
    try {
      readCommandLine(words, COMMANDS);
      return [];
    } catch (error) {
      return [`${page}: kasse ${words.join(" ")}: ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});

test("every option of a `kasse` command in a sentence exists", () => {
  const unknown = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/`(?:npm run kasse -- |kasse )([^`]+)`/g)].flatMap(([, line = ""]) => {
      const command = COMMANDS.find(({ name }) => `${line} `.startsWith(`${name} `));
      const options = [...line.matchAll(/--([\w-]+)/g)].map(([, option = ""]) => option);
      const known = ["help", ...Object.keys(command?.options ?? {})];
      return command
        ? options.filter((each) => !known.includes(each)).map((each) => `${path}: ${line}: --${each}`)
        : [];
    }),
  );
  expect(unknown).toEqual([]);
});

test("every setting in a page exists; only the changelog names removed ones", () => {
  // The list of faults quotes code.
  const others = ["CHANGELOG.md", "docs/evidence/faults.md"];
  const broken = PAGES.filter(({ path }) => !others.includes(path)).flatMap(({ path, text }) =>
    [...text.matchAll(/`([A-Z]+\d?[A-Z]*_[A-Z0-9_]+)/g)].flatMap(([, name = ""]) =>
      // A status of Worldline.
      (name === "PAYMENT_CREATED" ? [] : unknownSettings({ [name]: "" })).map((sentence) => `${path}: ${sentence}`),
    ),
  );
  expect(broken).toEqual([]);
});
