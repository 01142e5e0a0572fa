import { kindOf } from "../kinds.ts";
import { isTest } from "../../conventions/sources.ts";
import { importersOf, stepsWith, type Graph } from "./graph.ts";

/** Maximum number of test files of the slow kinds, so that the tests of a typical change end within a minute. */
const MAX_FILES = { http: 10, browser: 3 } as const;

export type Choice = {
  /** Test files, as paths from the root. */
  readonly run: readonly string[];
  /** Test files that the change may affect but that do not run. */
  readonly leftOut: readonly string[];
  /** Whether the change can affect every test, because the test runner or a dependency has changed. */
  readonly touchesAll: boolean;
};

/** Words in paths that do not describe a subject. */
const GENERAL = new Set(
  "app area call common config contract core e2e integrations handlers http index kit page phone platform sale server simulator spec step steps support test tests tools ts tsx web css json module md mjs".split(
    " ",
  ),
);

/**
 * Returns a file's subjects, which are words of its path: `server/sale/payment/settle.ts` has the subjects payment and
 * settle.
 */
const subjectsOf = (path: string): ReadonlySet<string> =>
  new Set(
    path
      .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .split(/[/.-]/)
      .map((word) => word.replace(/s$/, ""))
      .filter((word) => !GENERAL.has(word) && !GENERAL.has(`${word}s`)),
  );

/** Returns the checkout steps that a test opens. */
function stepsOf(text: string): ReadonlySet<string> {
  const named = text.matchAll(/openStep\((?:page, )?"(\w+)"|checkout\\?\/(\d\w?)/g);
  const steps = [...named].map(([, opened, address]) => opened ?? address ?? "");
  return new Set(/openDocumentStep|fillDocument/.test(text) ? [...steps, "5"] : steps);
}

/** Tests of a whole purchase, for a change of the product without more specific tests. */
const PURCHASES = [
  { of: /^(core|contract|server)\//, test: "test/checkout/postpaid.test.ts" },
  { of: /^(core|web)\//, test: "e2e/postpaid.sale.spec.ts" },
];

const TOUCHES_ALL =
  /^(package(-lock)?\.json|vitest\.config\.ts|playwright\.config\.ts|tools\/test\/.*|tools\/test\.ts)$/;
const DOCUMENTS = /\.md$|^docs\//;

/**
 * Returns the tests for a change. They include tests that import a changed file, except those that reach it only by
 * importing the whole product. They also include tests on the same subject or step of the checkout, because tests that
 * call a running shop do not import its files. Of the HTTP and browser tests, only the most relevant run.
 */
export function chooseTests(graph: Graph, changed: readonly string[]): Choice {
  const tests = [...graph.sources.values()].filter(isTest);
  const relevance = new Map<string, number>();
  const near = (path: string, points: number) => relevance.set(path, (relevance.get(path) ?? 0) + points);
  for (const file of changed) {
    if (DOCUMENTS.test(file)) {
      for (const { path } of tests) if (/^tools\/(docs\/|words|release\/)/.test(path)) near(path, 1);
      continue;
    }
    for (const { of, test } of PURCHASES) if (of.test(file)) near(test, 0.1);
    const importers = importersOf(graph, file);
    const subjects = /^(tools|bench)\//.test(file) ? new Set<string>() : subjectsOf(file);
    const steps = stepsWith(graph, file);
    for (const { path, text } of tests) {
      if (path === file) near(path, 100);
      else if (importers.has(path)) near(path, 2);
      const opened = kindOf(path) === "component" || kindOf(path) === "browser" ? stepsOf(text) : new Set<string>();
      if (steps.some((step) => opened.has(step))) near(path, 1);
      if (kindOf(path) !== "unit") near(path, [...subjectsOf(path)].filter((word) => subjects.has(word)).length);
    }
  }
  const touched = tests
    .map(({ path }) => ({ path, points: relevance.get(path) ?? 0 }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points || one.path.localeCompare(other.path))
    .map(({ path }) => path);
  const run = touched.filter((path) => {
    const kind = kindOf(path);
    const most = kind === "http" || kind === "browser" ? MAX_FILES[kind] : Infinity;
    return touched.filter((other) => kindOf(other) === kind).indexOf(path) < most;
  });
  const isRun = new Set(run);
  return {
    run,
    leftOut: touched.filter((path) => !isRun.has(path)),
    touchesAll: changed.some((file) => TOUCHES_ALL.test(file)),
  };
}
