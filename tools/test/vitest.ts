import { relative } from "node:path";
import { add, failure, firstLine, nothing, type Counts } from "./counts.ts";
import { root, runNode, runWithReport } from "./run.ts";

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** In ms. */
    readonly startTime: number;
    readonly endTime: number;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/**
 * Returns the failures of each file. A file that failed without a failed test, for example because it could not be
 * loaded, counts as one failure.
 */
function failuresIn({ testResults }: Report): readonly string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((assertion) => assertion.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${file}: ${firstLine(message)}`];
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`);
  });
}

export const PROJECTS = ["unit", "component", "http", "browsers", "repeated"] as const;
type Project = (typeof PROJECTS)[number];

type Options = {
  readonly projects: readonly Project[];
  /** Number of files that run in parallel; overrides the configured number. */
  readonly workers?: number;
  readonly filters: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/**
 * Runs Vitest projects in one process, so that their files share its workers. A failure outside the tests, such as an
 * unhandled rejection, counts as one failed test.
 */
export async function runVitest({ projects, workers, filters, env }: Options): Promise<Counts> {
  // The specification project checks the exchanges of all HTTP tests together, so it runs only without filters.
  const walk = projects.includes("http") && filters.length === 0 ? ["specification"] : [];
  const { code, report } = await runWithReport<Report>((file) =>
    runNode(
      [
        "node_modules/vitest/vitest.mjs",
        "run",
        ...[...projects, ...walk].flatMap((name) => ["--project", name]),
        ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
        "--passWithNoTests",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...filters,
      ],
      { prefix: "vitest │ ", env },
    ),
  );
  if (report === null) return code === 0 ? nothing : failure(`Vitest ended with code ${code}`);
  const failures = failuresIn(report);
  const outside =
    failures.length === 0 && (code !== 0 || !report.success) ? failure("a failure outside of tests") : nothing;
  const counts = {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
  return add(counts, outside);
}
