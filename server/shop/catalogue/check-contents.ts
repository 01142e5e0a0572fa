import * as v from "valibot";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueMistakes, type CatalogueMistake } from "./catalogue-check.ts";
import {
  CATALOGUE_FILES,
  fileSchema,
  toCatalogue,
  type CatalogueFileName,
  type CatalogueFiles,
} from "./file-schema.ts";
import { explainIssue } from "#server/platform/files/schema-issue.ts";
import { kindOfIssue, type ContentProblem } from "./problems.ts";

/** The file of each list of the catalogue. */
const PLACES: Readonly<Record<CatalogueMistake["list"], CatalogueFileName>> = {
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
 * The catalogue of the contents of its files, or every mistake in them. What contradicts between entries is looked for once each file is right
 * by itself. A file that is absent was reported by whoever has read the files.
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
  if (problems.length > 0 || CATALOGUE_FILES.some((name) => !(name in read))) return { ok: false, problems };
  const catalogue = toCatalogue(read as CatalogueFiles);
  const mistakes = catalogueMistakes(catalogue).map(
    ({ list, index, code, field, values = {}, ...mistake }): ContentProblem => ({
      ...mistake,
      values,
      file: PLACES[list],
      path: index === null ? [list] : [list, index, ...field],
      entry: code,
      field: field.join("."),
    }),
  );
  return mistakes.length === 0 ? { ok: true, catalogue } : { ok: false, problems: mistakes };
}

/** The problem of an issue. An entry of a list is identified by its code. */
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
