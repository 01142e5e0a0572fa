// Runs the project's tests: `npm test -- --help`. The last line is `N passed, N failed`. The exit code is 1 if a test
// failed or none ran.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serverVariable, startTestServer } from "../test/support/test-server.ts";
import { ensureBrowsers } from "./test/browser.ts";
import { ensureBundle, ensurePrograms } from "./launch/bundle.mjs";
import { add, failure, nothing, type Counts } from "./test/counts.ts";
import { root } from "./test/run.ts";
import { ensureOtherBrowsers } from "./test/other-browsers.ts";
import { PROJECTS } from "./test/vitest.ts";
import { whatChangesTouch } from "./test/changed.ts";
import { programsFor, SUITE_NAMES, type Suite, type SuiteName } from "./test/suites.ts";

const HELP = `npm test -- [--full] [--changed | --since <commit>] [--only <suite>[,<suite>…]] [part of a test file's path…]

Runs every check and test in parallel on one PostgreSQL. With parts of paths, runs only test files whose path has one.

--full      also the long tests (npm run test:full)
--changed   only tests affected by uncommitted changes, or if there are none, by the last commit
--since     only tests affected by the changes since a commit, such as main or HEAD~3
--only      ${SUITE_NAMES.join(", ")}

npm run test:watch repeats unit and component tests when their files change.

KASSE_TEST_SEED=<number> repeats the random tests of another run, which prints its number.
The results of a run are in test-results/report.json.`;

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: "boolean", default: false },
    changed: { type: "boolean", default: false },
    since: { type: "string" },
    only: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

type Chosen = { readonly names: readonly SuiteName[]; readonly filters: readonly string[] };

function choose(): Chosen {
  const only = values.only?.split(",");
  const unknown = only?.find((name) => !SUITE_NAMES.includes(name as SuiteName));
  if (unknown !== undefined) refuse(`There is no suite "${unknown}"; the suites are ${SUITE_NAMES.join(", ")}.`);
  if (values.changed || values.since !== undefined) return chooseChanged(only);
  // A filter selects test files, and the other checks have none.
  const withFiles = SUITE_NAMES.filter((name) => name === "browser" || PROJECTS.some((project) => project === name));
  const names = (only as SuiteName[] | undefined) ?? (filters.length > 0 ? withFiles : SUITE_NAMES);
  return { names, filters };
}

function chooseChanged(only: readonly string[] | undefined): Chosen {
  if (values.full || filters.length > 0) refuse("--changed and --since choose the tests: give no path and no --full.");
  try {
    const { names, files, sentences } = whatChangesTouch(values.since);
    for (const sentence of sentences) console.log(sentence);
    return { names: names.filter((name) => only?.includes(name) ?? true), filters: files };
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

type Ended = { readonly title: string; readonly seconds: number; readonly counts: Counts };

async function timed({ title, run }: Suite, isWhole: boolean): Promise<Ended> {
  const began = performance.now();
  const counts = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return failure(title);
  });
  const ranNothing = counts.passed + counts.failed === 0 && isWhole;
  const seconds = (performance.now() - began) / 1000;
  return { title, seconds, counts: ranNothing ? add(counts, failure(`${title}: no test ran`)) : counts };
}

/** Returns how long the machine's processors have been busy since it started, in seconds. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

async function main(): Promise<void> {
  const began = performance.now();
  const busyBefore = busySeconds();
  const { names, filters: files } = choose();
  if (values.full) process.env["KASSE_TEST_FULL"] = "1";
  const needs = (...suites: readonly SuiteName[]) => suites.some((name) => names.includes(name));
  if (needs("component", "http", "repeated", "browser", "size", "compat", "browsers")) {
    await ensureBundle(process.execPath);
    await ensurePrograms(process.execPath);
  }
  const browsers = needs("component", "browser") ? await ensureBrowsers() : {};
  if (needs("browsers")) await ensureOtherBrowsers(values.full);
  const server = needs("component", "http", "browsers", "browser") ? await startTestServer("embedded") : null;
  const env = { ...browsers, ...(server && serverVariable(server.connection)) };
  const prepared = performance.now();
  const suites = programsFor({ names, filters: files, env });
  const ended = await Promise.all(suites.map((suite) => timed(suite, files.length === 0)));
  const over = performance.now();
  await server?.stop();
  const overhead = (prepared - began + performance.now() - over) / 1000;
  report(ended, { seconds: (performance.now() - began) / 1000, overhead, processors: busySeconds() - busyBefore });
}

/**
 * Durations of a run, in seconds: in total, before and after the tests (`overhead`), and busy time of all processors
 * together.
 */
type Times = { readonly seconds: number; readonly overhead: number; readonly processors: number };

function report(ended: readonly Ended[], { seconds, overhead, processors }: Times) {
  const total = ended.map(({ counts }) => counts).reduce(add, nothing);
  const result = total.passed + total.failed === 0 ? failure("no test ran") : total;
  const slowest = result.files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  mkdirSync(join(root, "test-results"), { recursive: true });
  writeFileSync(
    join(root, "test-results", "report.json"),
    JSON.stringify({ seconds, overhead, processors, suites: ended, slowest }, null, 2),
  );
  if (slowest.length > 0) {
    console.log("\nThe slowest files:");
    for (const { file, seconds: each } of slowest) console.log(`  ${each.toFixed(1).padStart(6)} s  ${file}`);
  }
  console.log("");
  for (const { title, counts, seconds: each } of ended)
    console.log(`▸ ${title}: ${counts.passed} passed, ${counts.failed} failed (${each.toFixed(1)} s)`);
  const busy = Math.round((100 * processors) / seconds / cpus().length);
  console.log(
    `  total ${seconds.toFixed(1)} s, including ${overhead.toFixed(1)} s before and after the tests; ` +
      `the ${cpus().length} processors were busy for ${processors.toFixed(0)} s, ${busy} % of the time`,
  );
  if (result.failures.length > 0) console.log(["\nFailed:", ...result.failures].join("\n  "));
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  console.log(`\n${result.passed} passed, ${result.failed} failed${skipped}`);
  process.exitCode = result.failed > 0 ? 1 : 0;
}

if (values.help) console.log(HELP);
else await main();
