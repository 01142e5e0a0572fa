import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { anchorsOf } from "./pages.ts";

/** The document that lists, for each item of OWASP ASVS 5.0, the test or document that proves it. */
export const ASVS_PAGE = "docs/evidence/asvs.md";

/** Number of level 1 and 2 items in each chapter of ASVS 5.0.0. */
export const ITEMS_OF_CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7] as const;

type AsvsItem = {
  /** For example `6.2.1`. */
  readonly id: string;
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  /** Links relative to the document's folder, with the heading after a `#`. */
  readonly pages: readonly string[];
  readonly met: "test" | "page" | "no";
};
type AsvsPage = { readonly items: readonly AsvsItem[]; readonly leftOut: readonly string[] };

const ROW = /^\| (\d+\.\d+\.\d+) \|.*\| (.+) \|$/;
/** A row in the table of items that do not apply: one item, or several separated by commas. */
const LEFT_OUT = /^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| [^|]+ \|$/;

/** Reads the document's two tables. Rows for items that apply have four cells, the others two. */
export function readAsvs(text: string): AsvsPage {
  const lines = text.split("\n");
  const leftOut = lines.flatMap((line) => LEFT_OUT.exec(line)?.[1]?.split(", ") ?? []);
  const items = lines.filter((line) => !LEFT_OUT.test(line)).flatMap((line) => readRow(line) ?? []);
  return { items, leftOut };
}

function readRow(line: string): AsvsItem | null {
  const [, id, evidence] = ROW.exec(line) ?? [];
  if (id === undefined || evidence === undefined) return null;
  const tests = [...evidence.matchAll(/`([^` ]+\.(?:test|spec)\.tsx?) › ([^`]+)`/g)].map(
    ([, file = "", name = ""]) => ({
      file,
      name,
    }),
  );
  const pages = [...evidence.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const met = evidence.startsWith("**not met**") ? "no" : tests.length > 0 ? "test" : "page";
  return { id, tests, pages, met };
}

const chapterOf = (id: string) => Number(id.split(".")[0]);

/** Returns the totals of the tables, in a table with a row for each chapter. */
export function asvsSummary({ items, leftOut }: AsvsPage): string {
  const rows = ITEMS_OF_CHAPTERS.map((all, at) => {
    const own = items.filter(({ id }) => chapterOf(id) === at + 1);
    const met = (how: AsvsItem["met"]) => own.filter((item) => item.met === how).length;
    const left = leftOut.filter((id) => chapterOf(id) === at + 1).length;
    return [all, left, own.length, met("test"), met("page"), met("no")];
  });
  const sums = rows.reduce((sum, row) => sum.map((value, at) => value + (row[at] ?? 0)));
  return [
    "| chapter | items | left out | apply | by a test | by a page | not met |",
    "|---|---|---|---|---|---|---|",
    ...rows.map((row, at) => `| V${at + 1} | ${row.join(" | ")} |`),
    `| all | ${sums.map((sum) => `**${sum}**`).join(" | ")} |`,
  ].join("\n");
}

/**
 * Returns the full names of all tests and groups in a file. Placeholders of `test.each` and of template literals stay
 * unchanged.
 */
export function testNamesIn(file: string): readonly string[] {
  const names: string[] = [];
  visit(
    parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node,
    [],
    names,
  );
  return names;
}

type Node = { readonly type: string; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function visit(node: Node, groups: readonly string[], names: string[]): void {
  const title = node.type === "CallExpression" && isTest(node["callee"] as Node) ? titleOf(node) : null;
  const path = title === null ? groups : [...groups, title];
  if (title !== null) names.push(path.join(" › "));
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) visit(child, path, names);
}

/**
 * Whether a callee is `test`, `describe`, `test.describe`, `describe.concurrent`, or the result of `test.each(…)` and
 * similar functions.
 */
function isTest(callee: Node): boolean {
  if (callee.type === "Identifier") return ["test", "describe"].includes(String(callee["name"]));
  if (callee.type === "MemberExpression")
    return ["describe", "concurrent"].includes(String((callee["property"] as Node)["name"]));
  const made = callee.type === "CallExpression" ? (callee["callee"] as Node) : null;
  return made?.type === "MemberExpression" && isTest(made["object"] as Node);
}

function titleOf(call: Node): string | null {
  const [first] = call["arguments"] as readonly Node[];
  if (first?.type === "Literal" && typeof first["value"] === "string") return first["value"];
  if (first?.type === "Identifier") return `\${${String(first["name"])}}`;
  if (first?.type !== "TemplateLiteral") return null;
  const parts = first["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join("${}");
}

/** Returns the errors in the document: tests, files and headings that it names but that do not exist. */
export function brokenEvidence({ items }: AsvsPage): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const files = new Set(
    globSync(["{core,contract,server,extensions,web,tools,locales,test,e2e}/**/*.{test,spec}.{ts,tsx}"]),
  );
  const namesIn = (file: string) => {
    if (!known.has(file)) known.set(file, files.has(file) ? testNamesIn(file) : []);
    return known.get(file) ?? [];
  };
  return items.flatMap(({ id, tests, pages }) => [
    ...tests
      .filter(({ file, name }) => !namesIn(file).some((each) => matches(each, name)))
      .map(({ file, name }) => `${id}: ${file} › ${name}`),
    ...pages.filter((link) => !linkTargetExists(link)).map((link) => `${id}: ${link}`),
  ]);
}

/** Whether a full name is the named one. A name that ends with `…` needs to match only the start. */
const matches = (full: string, named: string) =>
  named.endsWith("…") ? full.startsWith(named.slice(0, -1)) : full === named;

function linkTargetExists(link: string): boolean {
  const [path = "", heading] = link.split("#");
  const file = path === "" ? ASVS_PAGE : join(dirname(ASVS_PAGE), path);
  const [found] = globSync([file]);
  if (found === undefined) return false;
  return heading === undefined || anchorsOf(readFileSync(file, "utf8")).includes(heading);
}
