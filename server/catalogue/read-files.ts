import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Catalogue } from "#core/catalogue.ts";
import { catalogueMistakes } from "#core/catalogue-check.ts";
import { CATALOGUE_FILES, toCatalogue, type CatalogueFiles } from "./file-schema.ts";

/** The files do not make a catalogue; each line names the file, the place and what is wrong. */
export class CatalogueError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The catalogue cannot be loaded:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** Reads and checks the catalogue folder. Throws a CatalogueError with every mistake found. */
export async function readCatalogueFiles(folder: string): Promise<Catalogue> {
  const problems: string[] = [];
  const files: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(CATALOGUE_FILES)) {
    const content = await readJson(folder, name, problems);
    if (content === undefined) continue;
    const read = v.safeParse(schema, content);
    if (read.success) files[name] = read.output;
    else problems.push(...read.issues.map((issue) => `${name}: ${placeOf(content, issue)}: ${issue.message}`));
  }
  if (problems.length > 0) throw new CatalogueError(problems);
  const catalogue = toCatalogue(files as CatalogueFiles);
  const mistakes = catalogueMistakes(catalogue);
  if (mistakes.length > 0) throw new CatalogueError(mistakes.map(({ code, problem }) => `${code}: ${problem}`));
  return catalogue;
}

async function readJson(folder: string, name: string, problems: string[]): Promise<unknown> {
  const text = await readFile(join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    problems.push(`${join(folder, name)} cannot be read (${error.code ?? error.message})`);
    return null;
  });
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    problems.push(`${name}: this is not JSON: ${(error as Error).message}`);
    return undefined;
  }
}

/** `SMART60 › prices.0.price`: the code of the entry, where there is one, and the way to the value. */
function placeOf(content: unknown, issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? "";
  const index = /^\d+/.exec(path)?.[0];
  const entry =
    Array.isArray(content) && index !== undefined ? (content[Number(index)] as { code?: unknown }) : undefined;
  return typeof entry?.code === "string"
    ? `${entry.code} › ${path.slice((index ?? "").length + 1)}`
    : path || "the file";
}
