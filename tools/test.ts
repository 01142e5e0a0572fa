// Runs every test of the project: `npm test -- [--full] [--only unit|http|postgres|browser|types|lint|secrets|unused|size] [filter…]`.
// The last line is `N passed, N failed`. The exit code is 1 if anything failed or a suite ran no test.
import { parseArgs } from "node:util";
import { runBrowser } from "./test/browser.ts";
import { checkFormatAndFaults, checkSecrets, checkSize, checkTypes, checkUnused, hasSizeCheck } from "./test/checks.ts";
import { add, failure, nothing, type Counts } from "./test/counts.ts";
import { runVitest } from "./test/vitest.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: "boolean", default: false }, only: { type: "string" } },
});
if (values.full) process.env["KASSE_TEST_FULL"] = "1";

const suites: readonly { name: string; title: string; run: () => Promise<Counts> }[] = [
  { name: "types", title: "types", run: checkTypes },
  { name: "lint", title: "lint and format", run: checkFormatAndFaults },
  { name: "secrets", title: "secrets in files", run: checkSecrets },
  { name: "unused", title: "files, exports and dependencies that nothing uses", run: checkUnused },
  { name: "unit", title: "unit tests", run: () => runVitest("unit", positionals) },
  { name: "http", title: "HTTP and database tests", run: () => runVitest("http", positionals) },
  { name: "postgres", title: "HTTP tests on a PostgreSQL server", run: () => runVitest("postgres", positionals) },
  ...(hasSizeCheck() ? [{ name: "size", title: "size of the first load", run: checkSize }] : []),
  { name: "browser", title: "browser tests", run: () => runBrowser(positionals) },
];

function chosenSuites(only: string | undefined) {
  // A filter selects test files, which the other checks do not have.
  if (only === undefined)
    return positionals.length === 0 ? suites : suites.filter(({ name }) => /unit|http|postgres|browser/.test(name));
  return suites.filter(({ name }) => name === only);
}

const chosen = chosenSuites(values.only);
if (chosen.length === 0) {
  console.error(`There is no suite "${values.only}"; the suites are ${suites.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

// With a filter a suite may match no test, as long as another suite does.
const mayBeEmpty = values.only === undefined && positionals.length > 0;
let total = nothing;
for (const { title, run } of chosen) {
  const started = Date.now();
  console.log(`\n▸ ${title}`);
  const counts = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return failure(title);
  });
  const ranNothing = counts.passed + counts.failed === 0;
  if (ranNothing && !mayBeEmpty) {
    console.error(`The suite "${title}" ran no tests, which counts as a failure.`);
  }
  const result = ranNothing && !mayBeEmpty ? add(counts, failure(`${title}: no tests`)) : counts;
  total = add(total, result);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`  ${title}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}

if (total.passed + total.failed === 0) total = failure("no test ran");
if (total.failures.length > 0) console.log(["\nFailed:", ...total.failures].join("\n  "));
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
