// Prints the figures of the last test run as the table in CONTRIBUTING.md; with --write, also updates the table there.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { FileTime } from "./test/counts.ts";
import { root } from "./test/run.ts";

type Report = {
  readonly seconds: number;
  readonly overhead: number;
  readonly processors: number;
  readonly suites: readonly {
    readonly title: string;
    readonly seconds: number;
    readonly counts: { readonly passed: number; readonly failed: number; readonly files: readonly FileTime[] };
  }[];
};

const BEGIN = "<!-- figures: npm run figures -- --write -->";
const END = "<!-- end of the figures -->";

const text = (() => {
  try {
    return readFileSync(join(root, "test-results", "report.json"), "utf8");
  } catch {
    console.error("There is no report: run npm test first.");
    process.exit(1);
  }
})();
const report = JSON.parse(text) as Report;

/** Returns the median time of all files that match, in seconds. */
function medianSeconds(beginning: RegExp): string {
  const times = report.suites
    .flatMap(({ counts }) => counts.files)
    .filter(({ file }) => beginning.test(file))
    .map(({ seconds }) => seconds)
    .toSorted((one, other) => one - other);
  return `${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} s`;
}

const rows = report.suites.map(
  ({ title, seconds, counts }) => `| ${title} | ${counts.passed} | ${seconds.toFixed(0)} s |`,
);
const lines = [
  "",
  "| in parallel | passed | ended after |",
  "|---|---|---|",
  ...rows,
  "",
  `Total ${report.seconds.toFixed(0)} s, including ${report.overhead.toFixed(0)} s before and after the tests; ${cpus().length} processors were busy for`,
  `${report.processors.toFixed(0)} s. Median per file: HTTP ${medianSeconds(/^test\/(?!component|core|browsers)/)}, component ${medianSeconds(/^test\/component/)}, browser ${medianSeconds(/^e2e/)}.`,
  "",
].join("\n");

if (process.argv.includes("--write")) {
  const page = join(root, "CONTRIBUTING.md");
  const before = readFileSync(page, "utf8");
  writeFileSync(page, before.replace(new RegExp(`(${BEGIN})[\\s\\S]*(${END})`), `$1\n${lines}\n$2`));
}
console.log(lines);
