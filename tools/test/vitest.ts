import { ensureBundle } from "../launch/bundle.mjs";
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

/** The number of files that failed without a failed test, for example because they could not be loaded; each counts as one. */
function brokenFiles({ testResults }: Report): number {
  return testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((assertion) => assertion.status === "failed"),
  ).length;
}

/** Builds the bundle for rendered pages. Resolves to the number of failures, so that the tests run anyway. */
async function buildFailures(): Promise<number> {
  try {
    await ensureBundle(process.execPath);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Runs one Vitest project. A failure outside of tests, such as an unhandled rejection, counts as one failed test. */
export async function runVitest(project: "unit" | "http" | "postgres", filters: readonly string[]): Promise<Counts> {
  // The specification project checks what all HTTP tests together have exchanged, so it runs only without filters.
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
