import type { JsonText } from "#server/platform/files/json-text.ts";
import { readOperatorJson } from "#server/platform/files/operator-json.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { checkContents, CatalogueError, type CatalogueProblem } from "./problems.ts";
import { CATALOGUE_FILES, CATALOGUE_LISTS, EXTRAS_FILE, type CatalogueFileName } from "./file-schema.ts";
import { isAmount } from "#core/catalogue/catalogue-diff.ts";
import { toChf } from "#core/money/money.ts";

/**
 * A parsed file. `start`: a path in `content` that the text of the file does not have, and that is removed to find
 * lines.
 */
type ReadFile = { readonly content: unknown; readonly start: readonly string[]; readonly text: JsonText };

/** Reads and checks the catalogue folder. Throws a CatalogueError with all errors, each with its file and line. */
export async function readCatalogueFiles(folder: string): Promise<Catalogue> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    const problem = found ? "this is a file, not a folder" : "there is no such folder";
    const fix = `Name the folder with ${CATALOGUE_FILES.join(", ")}.`;
    throw new CatalogueError([{ file: folder, line: null, entry: null, field: "", problem, fix }]);
  }
  const unread: CatalogueProblem[] = [];
  const files = new Map<CatalogueFileName, ReadFile>();
  for (const name of CATALOGUE_FILES) {
    const file = await readJson(folder, name, unread);
    if (file) files.set(name, file);
  }
  const checked = checkContents(Object.fromEntries([...files].map(([name, { content }]) => [name, content])));
  if (checked.ok && unread.length === 0) return checked.catalogue;
  const problems = checked.ok ? [] : checked.problems;
  const wrong = problems.map(({ kind: _kind, values: _values, path, ...problem }): CatalogueProblem => ({
    ...problem,
    line: lineIn(files.get(problem.file as CatalogueFileName), path),
  }));
  throw new CatalogueError([...unread, ...wrong]);
}

type Path = readonly (string | number)[];

/** Returns the line of a value. If a file is only a list, the list's name does not occur in its text. */
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
  const json = await readOperatorJson(join(folder, file));
  if (!json.ok) {
    mistake(json.line, "", `the file ${json.problem}`, json.fix);
    return null;
  }
  const { content, text } = json;
  for (const { line, path } of text.repeated)
    mistake(line, path.join("."), "this field appears twice", "Remove one of the two.");
  if (!Array.isArray(content) || file === EXTRAS_FILE) return { content, start: [], text };
  const { list } = CATALOGUE_LISTS[file];
  return { content: { [list]: content }, start: [list], text };
}

/** The contents of the catalogue files as an operator writes them, with amounts in CHF. */
export type CatalogueContents = Readonly<Record<CatalogueFileName, unknown>>;

/** Returns the files of a catalogue, with their optional fields. */
export function filesOf(catalogue: Catalogue): CatalogueContents {
  const { mobileTariffs, tvTariffs, devices, bundles, refusal, ...extras } = catalogue;
  const deposit = refusal && (refusal.deposit === null ? {} : { deposit: refusal.deposit });
  return {
    "mobile-tariffs.json": inChf({ mobileTariffs }),
    "tv-tariffs.json": inChf({ tvTariffs }),
    "devices.json": inChf({ devices }),
    "bundles.json": inChf({ bundles }),
    "extras.json": inChf({
      ...extras,
      ...(refusal && { refusal: { alternatives: refusal.alternatives, ...deposit } }),
    }),
  };
}

/** Converts the amounts of a value from Rappen to CHF. */
function inChf(value: unknown, field = ""): unknown {
  if (typeof value === "number") return isAmount(field) ? toChf(value) : value;
  if (Array.isArray(value)) return value.map((each) => inChf(each, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, inChf(inner, key)]),
  );
}
