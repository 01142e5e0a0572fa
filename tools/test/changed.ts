import { changedFiles } from "./changed/files.ts";
import { chooseTests } from "./changed/choose.ts";
import { kindOf } from "./kinds.ts";
import { readGraph } from "./changed/graph.ts";
import type { SuiteName } from "./suites.ts";

const TEST_SUITES = ["unit", "component", "http", "browsers", "browser"] as const;

type Touched = {
  readonly names: readonly SuiteName[];
  /** Test files, as paths from the root. */
  readonly files: readonly string[];
  /** Describes what runs and what is omitted. */
  readonly sentences: readonly string[];
};

/**
 * Returns the suites and test files that a change affects, and a description of what is omitted. Throws an error that
 * explains an unknown commit.
 */
export function whatChangesTouch(since: string | undefined): Touched {
  const changes = changedFiles(since);
  const { run, leftOut, touchesAll } = chooseTests(readGraph(), changes.files);
  const suites = TEST_SUITES.filter((suite) => run.some((path) => kindOf(path) === suite));
  const hasSources = changes.files.some((file) => /\.(ts|tsx|mts|mjs)$/.test(file));
  const names: readonly SuiteName[] = [...(hasSources ? (["types", "lint", "unused"] as const) : []), ...suites];
  return { names, files: run, sentences: sentencesOf(changes, { names, run, leftOut, touchesAll }) };
}

function sentencesOf(
  { since, files }: ReturnType<typeof changedFiles>,
  { names, run, leftOut, touchesAll }: ReturnType<typeof chooseTests> & { readonly names: readonly SuiteName[] },
): readonly string[] {
  const countOf = (paths: readonly string[]) =>
    TEST_SUITES.map((suite) => ({ suite, count: paths.filter((path) => kindOf(path) === suite).length }))
      .filter(({ count }) => count > 0)
      .map(({ suite, count }) => `${count} ${suite}`)
      .join(", ");
  const checks = names.filter((name) => !TEST_SUITES.some((suite) => suite === name));
  const sentences = [
    `Changed since ${since}: ${files.length} files.`,
    `Runs ${[...checks, ...(run.length > 0 ? [`test files: ${countOf(run)}`] : [])].join(", ") || "nothing"}.`,
  ];
  if (leftOut.length > 0)
    sentences.push(
      `Left out, although the change might affect them: ${countOf(leftOut)}.`,
      ...leftOut.map((path) => `  ${path}`),
    );
  sentences.push("Left out, because no change affects them: all other tests.");
  if (touchesAll) sentences.push("These changes can affect every test: run npm test -- --all.");
  return [...sentences, "npm test -- --all runs everything.", ""];
}
