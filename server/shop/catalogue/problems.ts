import * as v from "valibot";
import { type MistakeKind, catalogueMistakes, type CatalogueMistake } from "./catalogue-check.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import {
  CATALOGUE_FILES,
  fileSchema,
  toCatalogue,
  type CatalogueFileName,
  type CatalogueFiles,
} from "./file-schema.ts";
import { explainIssue } from "#server/platform/files/operator-json.ts";

/** The kind of error, for messages in other languages. */
type ProblemKind =
  | MistakeKind
  | "missing"
  | "unknownField"
  | "notAnObject"
  | "notText"
  | "notNumber"
  | "notYesOrNo"
  | "notList"
  | "notWhole"
  | "notOneOf"
  | "decimals"
  | "tooSmall"
  | "tooLarge"
  | "tooShort"
  | "tooLong"
  | "emptyText"
  | "pageMissing"
  | "wrong";
/** `values`: the values that a message about it contains. */
type Kind = { readonly kind: ProblemKind; readonly values: Readonly<Record<string, string | number>> };

/** An error in the catalogue files, with everything needed to fix it. */
export type CatalogueProblem = {
  readonly file: string;
  /** The line number, from 1; null if the file could not be read. */
  readonly line: number | null;
  /** The code of the entry, if there is one. */
  readonly entry: string | null;
  /** The path of the field inside the entry, such as `prices.0.price`; empty for the entry itself. */
  readonly field: string;
  readonly problem: string;
  /** How to correct it, as a sentence. */
  readonly fix: string;
};
/** An error in contents that are not files. `path`: the path of the field in what would be its file. */
export type ContentProblem = Omit<CatalogueProblem, "line"> & Kind & { readonly path: readonly (string | number)[] };

/** The catalogue files are invalid. The message has one line per error. */
export class CatalogueError extends Error {
  readonly problems: readonly CatalogueProblem[];
  constructor(problems: readonly CatalogueProblem[]) {
    super(`the catalogue has mistakes:\n${problems.map((problem) => `  ${describeProblem(problem)}`).join("\n")}`);
    this.problems = problems;
  }
}

/** Returns a problem on one line: `devices.json:12: AARE5 › ura: must be a number, not "2". Write …` */
export function describeProblem({ file, line, entry, field, problem, fix }: CatalogueProblem): string {
  const place = [entry, field].filter(Boolean).join(" › ");
  return [line === null ? file : `${file}:${line}`, place, `${problem}. ${fix}`].filter(Boolean).join(": ");
}

const KINDS: Readonly<Record<string, ProblemKind>> = {
  string: "notText",
  number: "notNumber",
  boolean: "notYesOrNo",
  array: "notList",
  picklist: "notOneOf",
  integer: "notWhole",
  min_value: "tooSmall",
  max_value: "tooLarge",
  min_length: "tooShort",
  max_length: "tooLong",
};

/** Returns the kind of error that a schema issue stands for. */
export function kindOfIssue(issue: v.BaseIssue<unknown>): Kind {
  const { type, expected, received } = issue;
  const requirement = "requirement" in issue ? issue.requirement : null;
  const limit = typeof requirement === "number" ? { limit: requirement } : {};
  if (type === "strict_object") {
    if (expected === "never") return { kind: "unknownField", values: { field: received } };
    return { kind: received === "undefined" ? "missing" : "notAnObject", values: {} };
  }
  if (type === "check" && typeof issue.input === "number") return { kind: "decimals", values: {} };
  if (type === "min_length" && issue.input === "") return { kind: "emptyText", values: {} };
  return { kind: KINDS[type] ?? "wrong", values: limit };
}

/** The file in which each list of the catalogue is. */
const FILE_OF_LIST: Readonly<Record<CatalogueMistake["list"], CatalogueFileName>> = {
  mobileTariffs: "mobile-tariffs.json",
  tvTariffs: "tv-tariffs.json",
  devices: "devices.json",
  bundles: "bundles.json",
  boxes: "extras.json",
};

type Checked =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] };

/**
 * Returns the catalogue in the contents of its files, or all errors in them. Contradictions are searched in
 * the valid files. Missing files are reported by the code that reads the files, not here.
 */
export function checkContents(contents: Partial<Readonly<Record<CatalogueFileName, unknown>>>): Checked {
  const problems: ContentProblem[] = [];
  const read: Partial<Record<CatalogueFileName, unknown>> = {};
  for (const name of CATALOGUE_FILES) {
    if (!(name in contents)) continue;
    const result = v.safeParse(fileSchema(name), contents[name]);
    if (result.success) read[name] = result.output;
    else problems.push(...result.issues.map((issue) => problemOf(name, contents[name], issue)));
  }
  const lists = Object.assign({}, ...Object.values(read)) as Partial<Catalogue>;
  const contradictions = catalogueMistakes(lists).map(
    ({ list, index, code, field, values = {}, ...mistake }): ContentProblem => ({
      ...mistake,
      values,
      file: FILE_OF_LIST[list],
      path: index === null ? [list] : [list, index, ...field],
      entry: code,
      field: field.join("."),
    }),
  );
  problems.push(...contradictions);
  if (problems.length > 0 || CATALOGUE_FILES.some((name) => !(name in read))) return { ok: false, problems };
  return { ok: true, catalogue: toCatalogue(read as CatalogueFiles) };
}

/** Returns the problem that an issue stands for. An entry of a list is identified by its code. */
function problemOf(file: CatalogueFileName, content: unknown, issue: v.BaseIssue<unknown>): ContentProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  const depth = path.findIndex((key) => typeof key === "number") + 1;
  const entry = path.slice(0, depth).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], content);
  const code = depth > 0 ? (entry as { code?: unknown } | null)?.code : undefined;
  const named = typeof code === "string";
  return {
    file,
    path,
    entry: named ? code : null,
    field: (named ? path.slice(depth) : path).join("."),
    ...explainIssue(issue),
    ...kindOfIssue(issue),
  };
}
