import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Catalogue } from "#core/catalogue.ts";
import { catalogueMistakes, type CatalogueMistake } from "#core/catalogue-check.ts";
import { CATALOGUE_FILES, toCatalogue, type CatalogueFiles } from "./file-schema.ts";
import { readJsonLines, type JsonLines } from "./json-lines.ts";
import { CatalogueError, sayIssue, type CatalogueProblem } from "./problems.ts";

type FileName = keyof typeof CATALOGUE_FILES;
type ReadFile = { readonly content: unknown; readonly lines: JsonLines };

/** In which file, and where in it, a list of the catalogue stands. */
const PLACES: Readonly<Record<CatalogueMistake["list"], readonly [FileName, readonly string[]]>> = {
  mobileTariffs: ["mobile-tariffs.json", []],
  tvTariffs: ["tv-tariffs.json", []],
  devices: ["devices.json", []],
  bundles: ["bundles.json", []],
  boxes: ["extras.json", ["boxes"]],
};

/** Reads and checks the catalogue folder. Throws a CatalogueError with every mistake found, each with file and line. */
export async function readCatalogueFiles(folder: string): Promise<Catalogue> {
  const problems: CatalogueProblem[] = [];
  const contents: Partial<Record<FileName, unknown>> = {};
  const lines = new Map<FileName, JsonLines>();
  for (const name of Object.keys(CATALOGUE_FILES) as FileName[]) {
    const file = await readJson(folder, name, problems);
    if (!file) continue;
    lines.set(name, file.lines);
    const read = v.safeParse(CATALOGUE_FILES[name] as v.GenericSchema, file.content);
    if (read.success) contents[name] = read.output;
    else problems.push(...read.issues.map((issue) => problemOf(name, file, issue)));
  }
  if (problems.length > 0) throw new CatalogueError(problems);
  const catalogue = toCatalogue(contents as CatalogueFiles);
  const mistakes = catalogueMistakes(catalogue).map(({ list, index, code, field, problem, mend }) => {
    const [file, start] = PLACES[list];
    const path = index === null ? start : [...start, index, ...field];
    return { file, line: lines.get(file)?.lineOf(path) ?? null, entry: code, field: field.join("."), problem, mend };
  });
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
  return catalogue;
}

async function readJson(folder: string, file: FileName, problems: CatalogueProblem[]): Promise<ReadFile | null> {
  const mistake = (line: number | null, field: string, problem: string, mend: string) =>
    problems.push({ file, line, entry: null, field, problem, mend });
  let text: string;
  try {
    // Some editors begin a file with a byte order mark; it is no part of the JSON.
    text = (await readFile(join(folder, file), "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") mistake(null, "", "there is no such file in the catalogue folder", "Add it.");
    else mistake(null, "", `the file cannot be read (${code})`, "Give this user the right to.");
    return null;
  }
  const lines = readJsonLines(text);
  if (lines.fault) {
    mistake(lines.fault.line, "", `this is not JSON: ${lines.fault.problem}`, "Correct it here or just before.");
    return null;
  }
  for (const { line, path } of lines.repeated)
    mistake(line, path.join("."), "this field stands here twice", "Remove one of the two.");
  return { content: JSON.parse(text) as unknown, lines };
}

/** Every file but the extras is a list of entries with codes; the extras hold one, the boxes. */
function problemOf(file: FileName, { content, lines }: ReadFile, issue: v.BaseIssue<unknown>): CatalogueProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const depth = path.findIndex((key) => typeof key === "number") + 1;
  const entry = path.slice(0, depth).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], content);
  const code = depth > 0 ? (entry as { code?: unknown } | null)?.code : undefined;
  const named = typeof code === "string";
  return {
    file,
    line: lines.lineOf(path),
    entry: named ? code : null,
    field: (named ? path.slice(depth) : path).join("."),
    ...sayIssue(issue),
  };
}
