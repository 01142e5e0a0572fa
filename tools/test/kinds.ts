import { globSync } from "node:fs";

/** The suites with test files, each run by one program. */
export const KINDS = ["unit", "http", "component", "browsers", "browser"] as const;
export type Kind = (typeof KINDS)[number];

const TEST_FILES = [
  "{core,contract,server,extensions,web,desk,locales,bench,tools}/**/*.test.{ts,tsx}",
  "test/**/*.test.{ts,tsx}",
  "{e2e,extensions/*/e2e}/**/*.spec.ts",
];

/** Returns every test file, as a path from the root. */
export const testFiles = (): readonly string[] => globSync(TEST_FILES).toSorted();

/** Returns the kind of a test, which is the suite that runs it, from its path. */
export function kindOf(path: string): Kind {
  if (path.endsWith(".spec.ts")) return "browser";
  if (path.startsWith("test/component/")) return "component";
  if (path.startsWith("test/browsers/")) return "browsers";
  if (/^extensions\/[^/]+\/test\//.test(path)) return "http";
  return path.startsWith("test/") && !path.startsWith("test/core/") ? "http" : "unit";
}

const httpFile = (name: string) => `test/${name}.test.ts`;

/** HTTP tests that depend most on the database: they also run on a server like an operator's. */
export const REPEATED = [
  "checkout/postpaid",
  "database/migrate",
  "jobs/orphans",
  "order/races",
  "payment/prepaid",
  "retention/purge",
].map(httpFile);

/** Tests of the embedded database itself, or that make roles, for which a server's user has no right. */
export const EMBEDDED_ONLY = ["database/embedded", "database/roles"].map(httpFile);

/** Folders of HTTP tests with several real servers and machines, and of what is delivered. */
export const LONG = ["test/cluster", "test/packages"];

/**
 * Returns the HTTP tests that a full run has on the embedded database: it has all others on a server like an
 * operator's, those of `REPEATED` on both.
 */
export const repeatedInFull = (files: readonly string[]): readonly string[] => [
  ...REPEATED,
  ...EMBEDDED_ONLY,
  ...files.filter((path) => LONG.some((folder) => path.startsWith(`${folder}/`))),
];
