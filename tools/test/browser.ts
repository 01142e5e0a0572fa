import { existsSync } from "node:fs";
import { canInstall, install } from "./apt.ts";
import { failure, firstLine, type Counts, type FileTime } from "./counts.ts";
import { runNode, runWithReport } from "./run.ts";

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly projectName: string;
      readonly status: "expected" | "unexpected" | "skipped";
      readonly results: readonly {
        /** In ms. */
        readonly duration: number;
        readonly error?: { readonly message?: string };
      }[];
    }[];
  }[];
}

interface Report {
  readonly suites?: readonly Suite[];
  readonly stats?: {
    readonly expected: number;
    readonly skipped: number;
  };
  readonly errors?: readonly unknown[];
}

/** Debian's programs: Chromium, and its version without windows, which is faster. */
const DEBIAN = { CHROMIUM_PATH: "/usr/bin/chromium", HEADLESS_SHELL_PATH: "/usr/bin/chromium-headless-shell" };
const PACKAGES = "chromium chromium-headless-shell";

/**
 * Returns environment variables with the browsers' paths. If they are missing, installs Debian's as root; otherwise
 * throws an error with instructions.
 */
export async function ensureBrowsers(): Promise<Record<string, string>> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return { CHROMIUM_PATH: chosen };
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist: correct it or unset it.`);
  }
  const missing = () => Object.values(DEBIAN).some((path) => !existsSync(path));
  if (!missing()) return DEBIAN;
  const help = `install Chromium (Debian: apt-get install ${PACKAGES}), or set CHROMIUM_PATH to one`;
  if (!canInstall()) {
    if (existsSync(DEBIAN.CHROMIUM_PATH)) return { CHROMIUM_PATH: DEBIAN.CHROMIUM_PATH };
    throw new Error(`The browser tests need Chromium, which is missing: ${help}.`);
  }
  await install("Chromium", PACKAGES);
  if (missing()) throw new Error(`apt-get could not install Chromium: ${help}.`);
  return DEBIAN;
}

/** Returns the failed tests in a suite. */
function failuresIn({ file, suites = [], specs = [] }: Suite): readonly string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) => {
        const error = results.find((result) => result.error)?.error?.message;
        return `e2e/${file} › ${title} (${projectName}): ${firstLine(error)}`;
      }),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}

/** Returns the total duration of each file's tests. */
function timesIn({ file, suites = [], specs = [] }: Suite): readonly FileTime[] {
  const ms = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  const own = { file: `e2e/${file}`, seconds: ms.reduce((sum, each) => sum + each, 0) / 1000 };
  return [...(ms.length > 0 ? [own] : []), ...suites.flatMap(timesIn)];
}

/** Runs the browser tests on the built shop. A failure outside the tests counts as one failed test. */
export async function runBrowser(filters: readonly string[], env: Readonly<Record<string, string>>): Promise<Counts> {
  const { code, report } = await runWithReport<Report>((file) =>
    runNode(
      ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", "--pass-with-no-tests", ...filters],
      { prefix: "browser │ ", env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    ),
  );
  if (!report?.stats) return failure("Playwright wrote no report");
  const { expected, skipped } = report.stats;
  const failures = (report.suites ?? []).flatMap(failuresIn);
  if (failures.length === 0 && code !== 0) failures.push("a failure outside of the browser tests");
  const files = Map.groupBy((report.suites ?? []).flatMap(timesIn), ({ file }) => file);
  return {
    passed: expected,
    failed: failures.length,
    skipped,
    failures,
    files: [...files].map(([file, times]) => ({ file, seconds: times.reduce((sum, each) => sum + each.seconds, 0) })),
  };
}
