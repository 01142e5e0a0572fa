import { KINDS, type Kind } from "./kinds.ts";

/**
 * The commands of each check that reads the sources or the built files. A command counts as one test, and a linter
 * warning as a failure.
 */
const CHECKS = {
  // Each further checker repeats much of the first one's work: four take twice the processor time of one.
  types: [["node_modules/typescript/bin/tsc", "-p", ".", "--checkers", "1"]],
  lint: [
    ["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"],
    ["node_modules/oxfmt/bin/oxfmt", "--check"],
  ],
  secrets: [["node_modules/secretlint/bin/secretlint.js", "**/*"]],
  unused: [["node_modules/knip/bin/knip.js"]],
  size: [["tools/size.ts"]],
  // Reports syntax and functions that a supported browser lacks (.browserslistrc).
  compat: [
    [
      "node_modules/es-check/lib/cli/index.js",
      "checkBrowser",
      "dist/{client,desk}/assets/*.js",
      "--module",
      "--checkFeatures",
    ],
  ],
} as const;
export type CheckName = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[];

/** The values of `--only`. `repeated`: HTTP tests again, on the other kind of database server. */
export const SUITE_NAMES = [...CHECK_NAMES, ...KINDS, "repeated"] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

/** The suite under which a run reports and schedules work: all checks together, or one kind of tests. */
export type Title = "checks" | Kind | "repeated";

/** What a file of a suite takes about, in seconds, until a run has measured it; it decides what begins first. */
export const USUAL_SECONDS: Readonly<Record<Title, number>> = {
  checks: 12,
  unit: 0.2,
  http: 3,
  component: 8,
  browsers: 30,
  browser: 20,
  repeated: 8,
};

/** One program, which runs the files of a suite. */
export type Program = {
  readonly title: Title;
  readonly args: readonly string[];
  /** The files that it runs, or the check's name. */
  readonly files: readonly string[];
  /** How many of its files can run at once. */
  readonly atOnce: number;
};

type Chosen = {
  readonly names: readonly SuiteName[];
  /** The test files of each kind; `repeated` has its own in the configuration, unless it is asked for some of them. */
  readonly files: Readonly<Record<Kind | "repeated", readonly string[]>>;
  /** Runs only tests whose name contains this. */
  readonly named: string | undefined;
  /** Whether all HTTP tests run, whose exchanges `test/specification` then checks together. */
  readonly allHttp: boolean;
  readonly workers: number;
};

/** Returns the programs for the chosen suites and files. */
export function programsFor({ names, files, named, allHttp, workers }: Chosen): readonly Program[] {
  const vitest = (
    title: Exclude<Title, "checks" | "browser">,
    projects: readonly string[],
    atOnce: number,
  ): Program => ({
    title,
    files: files[title],
    atOnce,
    args: [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((name) => ["--project", name]),
      `--maxWorkers=${atOnce}`,
      "--passWithNoTests",
      "--reporter=./tools/test/vitest-reporter.ts",
      ...(named === undefined ? [] : ["--testNamePattern", escaped(named)]),
      ...files[title],
      ...(allHttp && title === "http" ? ["test/specification"] : []),
    ],
  });
  const playwright: Program = {
    title: "browser",
    files: files.browser,
    atOnce: workers,
    args: [
      "node_modules/@playwright/test/cli.js",
      "test",
      "--reporter=./tools/test/playwright-reporter.ts",
      `--workers=${workers}`,
      "--pass-with-no-tests",
      ...(named === undefined ? [] : ["--grep", escaped(named)]),
      ...files.browser.map(escaped),
    ],
  };
  const tests: readonly Program[] = [
    // Several tabs of one browser take more processor time without finishing sooner.
    vitest("component", ["component"], 1),
    playwright,
    vitest("browsers", ["browsers"], 1),
    vitest("repeated", ["repeated"], workers),
    vitest("http", ["http", ...(allHttp ? ["specification"] : [])], workers),
    vitest("unit", ["unit"], workers),
  ];
  const checks = CHECK_NAMES.filter((name) => names.includes(name)).flatMap((name) =>
    CHECKS[name].map((args): Program => ({ title: "checks", args, files: [name], atOnce: 1 })),
  );
  return [...tests.filter(({ title, files: own }) => names.includes(title as SuiteName) && own.length > 0), ...checks];
}

/** Returns a text as a regular expression that matches it. */
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
