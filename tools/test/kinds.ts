import { globSync } from "node:fs";

/** The suites with test files, each run by one program. */
export const KINDS = ["unit", "http", "component", "browsers", "browser"] as const;
export type Kind = (typeof KINDS)[number];

const TEST_FILES = [
  "{core,contract,server,web,desk,locales,bench,tools}/**/*.test.{ts,tsx}",
  "test/**/*.test.{ts,tsx}",
  "e2e/**/*.spec.ts",
];

/** Returns every test file, as a path from the root. */
export const testFiles = (): readonly string[] => globSync(TEST_FILES).toSorted();

/** Returns the kind of a test, which is the suite that runs it, from its path. */
export function kindOf(path: string): Kind {
  if (path.startsWith("e2e/")) return "browser";
  if (path.startsWith("test/component/")) return "component";
  if (path.startsWith("test/browsers/")) return "browsers";
  return path.startsWith("test/") && !path.startsWith("test/core/") ? "http" : "unit";
}
