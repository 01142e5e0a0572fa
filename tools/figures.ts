// Prints the figures of the last test run as the table in CONTRIBUTING.md; with --write, also updates the table there.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { root } from "./test/run.ts";

type Report = {
  readonly seconds: number;
  readonly database: number;
  readonly piece: number;
  readonly ring: boolean;
  readonly suites: readonly {
    readonly title: string;
    readonly passed: number;
    readonly failed: number;
    readonly processor: number;
    readonly files: Readonly<Record<string, number>>;
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
if (!report.ring) {
  console.error("The last run was not a whole npm test, of which these are the figures.");
  process.exit(1);
}

/** Returns the median of a suite's files, in seconds. */
function median(files: Readonly<Record<string, number>>): string {
  const times = Object.values(files).toSorted((one, other) => one - other);
  return `${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} s`;
}

const total = report.suites.reduce((sum, { processor }) => sum + processor, report.database);
const rows = report.suites.map(
  ({ title, passed, processor, files }) =>
    `| ${title} | ${passed} | ${processor.toFixed(0)} s | ${(processor / report.piece).toFixed(0)} | ${median(files)} |`,
);
const lines = [
  "",
  "| suite | passed | processor time | in pieces of work | median of its files |",
  "|---|---|---|---|---|",
  ...rows,
  `| database | | ${report.database.toFixed(0)} s | ${(report.database / report.piece).toFixed(0)} | |`,
  "",
  `Total ${(report.seconds / 60).toFixed(1)} minutes and ${total.toFixed(0)} s of processor time on ${cpus().length} processors, on which the fixed`,
  `piece of work of \`tools/test/budget.ts\` takes ${(1000 * report.piece).toFixed(0)} ms.`,
  "",
].join("\n");

if (process.argv.includes("--write")) {
  const page = join(root, "CONTRIBUTING.md");
  const before = readFileSync(page, "utf8");
  writeFileSync(page, before.replace(new RegExp(`(${BEGIN})[\\s\\S]*(${END})`), `$1\n${lines}\n$2`));
}
console.log(lines);
