import * as v from "valibot";
import { explainIssue } from "#server/platform/files/operator-json.ts";
import { kindOfIssue, type ContentProblem } from "#server/shop/catalogue/problems.ts";
import { TEXT_FILES, type Brand, type BrandTexts } from "./brand.ts";

export type TextFileName = keyof typeof TEXT_FILES;
export const TEXT_FILE_NAMES = Object.keys(TEXT_FILES) as readonly TextFileName[];

type Files = { readonly [Name in TextFileName]: v.InferOutput<(typeof TEXT_FILES)[Name]> };

export function textsOf(brand: Brand): BrandTexts {
  const { legalName, phone, phoneHref, email, securityEmail, terms, gdpr, legal } = brand;
  return {
    legalName,
    phone,
    phoneHref,
    email,
    ...(securityEmail !== undefined && { securityEmail }),
    terms,
    gdpr,
    legal,
  };
}

/** Returns the texts in parts, for editing. */
export function filesOfTexts({ terms, gdpr, legal, ...contact }: BrandTexts): Readonly<Record<TextFileName, unknown>> {
  return {
    "contact.json": contact,
    "terms.json": { ...terms, gdpr },
    "pages.json": { pages: Object.entries(legal).map(([code, page]) => ({ code, ...page })) },
  };
}

type Checked =
  | { readonly ok: true; readonly texts: BrandTexts }
  | { readonly ok: false; readonly problems: readonly ContentProblem[] };

/**
 * Returns the texts in edited parts, or all errors in them: first those of the schema, then duplicate names and URLs
 * that lead to no page.
 */
export function checkTexts(contents: Readonly<Record<string, unknown>>): Checked {
  const read = TEXT_FILE_NAMES.map((name) => [name, v.safeParse(TEXT_FILES[name], contents[name])] as const);
  const problems = read.flatMap(([file, result]) =>
    result.success ? [] : result.issues.map((issue) => problemOf(file, issue)),
  );
  if (problems.length > 0) return { ok: false, problems };
  const files = Object.fromEntries(read.map(([name, result]) => [name, result.output])) as Files;
  const mistakes = mistakesIn(files);
  if (mistakes.length > 0) return { ok: false, problems: mistakes };
  const { mobile, tv, gdpr } = files["terms.json"];
  const legal = Object.fromEntries(files["pages.json"].pages.map(({ code, ...page }) => [code, page]));
  return { ok: true, texts: { ...files["contact.json"], terms: { mobile, tv }, gdpr, legal } };
}

function problemOf(file: TextFileName, issue: v.BaseIssue<unknown>): ContentProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  return { file, path, entry: null, field: path.join("."), ...explainIssue(issue), ...kindOfIssue(issue) };
}

function mistakesIn(files: Files): readonly ContentProblem[] {
  const { pages } = files["pages.json"];
  const { mobile, tv, gdpr } = files["terms.json"];
  const known = new Set(pages.map(({ code }) => `/legal/${code}`));
  const twice = pages.flatMap(({ code }, index) =>
    pages.findIndex((page) => page.code === code) < index
      ? [problem("pages.json", ["pages", index, "code"], "codeTwice", {}, "this name is used twice")]
      : [],
  );
  const addresses = [
    ...mobile.map(({ url }, index) => [["mobile", index, "url"], url] as const),
    ...tv.map(({ url }, index) => [["tv", index, "url"], url] as const),
    [["gdpr", "url"], gdpr.url] as const,
  ];
  const missing = addresses.flatMap(([path, url]) =>
    url.startsWith("/legal/") && !known.has(url)
      ? [problem("terms.json", path, "pageMissing", { url }, `there is no page ${url}`)]
      : [],
  );
  return [...twice, ...missing];
}

function problem(
  file: TextFileName,
  path: readonly (string | number)[],
  kind: ContentProblem["kind"],
  values: ContentProblem["values"],
  sentence: string,
): ContentProblem {
  return { file, path, entry: null, field: path.join("."), kind, values, problem: sentence, fix: "Correct it." };
}
