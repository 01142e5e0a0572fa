import { bringBundle } from "../launch/bundle.mjs";
import { nothing, type Counts } from "./counts.ts";
import { runNode, runWithReport } from "./run.ts";

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file that could not be loaded, or whose hooks failed, has no failed test of its own: it counts as one. */
function brokenFiles({ testResults }: Report): number {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  ).length;
}

/** Builds the pages the server renders; resolves to the number of failures, so that the tests run all the same. */
async function buildFailures(): Promise<number> {
  try {
    await bringBundle(process.execPath);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Runs one vitest project. What fails outside of any test, as an unhandled rejection does, counts as one failed test. */
export async function runVitest(project: "unit" | "http" | "postgres", filters: readonly string[]): Promise<Counts> {
  // The walk through the specification looks at what all HTTP tests exchanged: a part of them has nothing to say.
  const walk = project === "http" && filters.length === 0 ? ["--project", "specification"] : [];
  const unbuilt = project !== "unit" ? await buildFailures() : 0;
  const { code, report } = await runWithReport<Report>((file) =>
    runNode([
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      project,
      ...walk,
      "--passWithNoTests",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...filters,
    ]),
  );
  if (report === null) return { ...nothing, failed: unbuilt + (code === 0 ? 0 : 1) };
  const failed = report.numFailedTests + brokenFiles(report);
  return {
    passed: report.numPassedTests,
    failed: unbuilt + (failed === 0 && (code !== 0 || !report.success) ? 1 : failed),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
