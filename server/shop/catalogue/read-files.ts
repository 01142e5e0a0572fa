import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Catalogue } from "#core/catalogue.ts";
import { catalogueMistakes, type CatalogueMistake } from "#core/catalogue-check.ts";
import {
  CATALOGUE_FILES,
  CATALOGUE_LISTS,
  EXTRAS_FILE,
  fileSchema,
  toCatalogue,
  type CatalogueFileName,
  type CatalogueFiles,
} from "./file-schema.ts";
import { readJsonText, type JsonText } from "./json-text.ts";
import { CatalogueError, explainIssue, type CatalogueProblem } from "./problems.ts";

/** A parsed file. `start` is the path of `content` that is not in the text, to be removed before finding lines. */
type ReadFile = { readonly content: unknown; readonly start: readonly string[]; readonly text: JsonText };

/** The file of each list of the catalogue. */
const PLACES: Readonly<Record<CatalogueMistake["list"], CatalogueFileName>> = {
  mobileTariffs: "mobile-tariffs.json",
  tvTariffs: "tv-tariffs.json",
  devices: "devices.json",
  bundles: "bundles.json",
  boxes: "extras.json",
};

/** Reads and checks the catalogue folder. Throws a CatalogueError with all mistakes, each with file and line. */
export async function readCatalogueFiles(folder: string): Promise<Catalogue> {
  const problems: CatalogueProblem[] = [];
  const contents: Partial<Record<CatalogueFileName, unknown>> = {};
  const files = new Map<CatalogueFileName, ReadFile>();
  for (const name of CATALOGUE_FILES) {
    const file = await readJson(folder, name, problems);
    if (!file) continue;
    files.set(name, file);
    const read = v.safeParse(fileSchema(name), file.content);
    if (read.success) contents[name] = read.output;
    else problems.push(...read.issues.map((issue) => problemOf(name, file, issue)));
  }
  if (problems.length > 0) throw new CatalogueError(problems);
  const catalogue = toCatalogue(contents as CatalogueFiles);
  const mistakes = catalogueMistakes(catalogue).map(({ list, index, code, field, problem, fix }) => {
    const file = PLACES[list];
    const path = index === null ? [list] : [list, index, ...field];
    const line = lineIn(files.get(file), path);
    return { file, line, entry: code, field: field.join("."), problem, fix };
  });
  if (mistakes.length > 0) throw new CatalogueError(mistakes);
  return catalogue;
}

type Path = readonly (string | number)[];

/** The line of a value. In a file that is just a list, the list's name is not part of the text. */
function lineIn(file: ReadFile | undefined, path: Path): number | null {
  if (!file) return null;
  return file.text.lineOf(file.start.every((key, at) => path[at] === key) ? path.slice(file.start.length) : path);
}

async function readJson(
  folder: string,
  file: CatalogueFileName,
  problems: CatalogueProblem[],
): Promise<ReadFile | null> {
  const mistake = (line: number | null, field: string, problem: string, fix: string) =>
    problems.push({ file, line, entry: null, field, problem, fix });
  let text: string;
  try {
    // Some editors add a byte order mark, which is not part of the JSON.
    text = (await readFile(join(folder, file), "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") mistake(null, "", "this file is missing in the catalogue folder", "Add it.");
    else mistake(null, "", `the file cannot be read (${code})`, "Give this user permission to read it.");
    return null;
  }
  const json = readJsonText(text);
  if (json.fault) {
    mistake(json.fault.line, "", `this is not JSON: ${json.fault.problem}`, "Correct it here or just before.");
    return null;
  }
  for (const { line, path } of json.repeated)
    mistake(line, path.join("."), "this field appears twice", "Remove one of the two.");
  const content = JSON.parse(text) as unknown;
  if (!Array.isArray(content) || file === EXTRAS_FILE) return { content, start: [], text: json };
  const { list } = CATALOGUE_LISTS[file];
  return { content: { [list]: content }, start: [list], text: json };
}

/** The problem of an issue. An entry of a list is identified by its code. */
function problemOf(name: CatalogueFileName, file: ReadFile, issue: v.BaseIssue<unknown>): CatalogueProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const depth = path.findIndex((key) => typeof key === "number") + 1;
  const entry = path
    .slice(0, depth)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], file.content);
  const code = depth > 0 ? (entry as { code?: unknown } | null)?.code : undefined;
  const named = typeof code === "string";
  return {
    file: name,
    line: lineIn(file, path),
    entry: named ? code : null,
    field: (named ? path.slice(depth) : path).join("."),
    ...explainIssue(issue),
  };
}
