// Tests the tests: changes the code in small ways and runs the tests against each change. Usage: `npm run mutants --
// --help`.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Mutant, scoresBy, scoreTable } from "./mutants/mutant.ts";
import { entryOf, outdated, readReasons, unexplained } from "./mutants/reasons.ts";
import { runMutants } from "./mutants/run.ts";
import { chosenTargets, TARGETS } from "./mutants/targets.ts";

const PAGE = "docs/evidence/mutants.md";
/** Minimum percentage of killed mutants in each folder. */
const MIN_PERCENT = 90;

const HELP = `npm run mutants -- [folder or file…] [--concurrency 1] [--files]

Changes the code in small ways, one at a time, and runs the tests against each change (a mutant). A mutant that no test
detects survives. Prints the share of killed mutants by folder and every survivor without a reason in ${PAGE}.
Fails if there is one, or if less than ${MIN_PERCENT} % are killed in a folder.

Folders: ${TARGETS.map(({ folder }) => folder).join(", ")}.
A file can have a range of lines: core/price/vat.ts:9-12.

--concurrency  number of test runners at the same time
--files        also prints the table by file`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "1" },
    files: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function printSurvivors(survivors: readonly Mutant[]): void {
  if (survivors.length === 0) return;
  console.log(`\nSurvivors without a reason in ${PAGE}: ${survivors.length}`);
  for (const [file, mutants] of Map.groupBy(survivors, (mutant) => mutant.file)) {
    console.log(`\n### ${file}\n`);
    for (const mutant of mutants) console.log(`${entryOf(mutant)}(line ${mutant.line}, ${mutant.status})`);
  }
}

async function main(): Promise<void> {
  const reasons = readReasons(await readFile(PAGE, "utf8"));
  const mutants: Mutant[] = [];
  for (const target of chosenTargets(positionals)) {
    const started = Date.now();
    const found = await runMutants(target, { concurrency: Number(values.concurrency) });
    mutants.push(...found);
    console.log(`${target.folder}: ${found.length} mutants in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  const survivors = unexplained(mutants, reasons);
  printSurvivors(survivors);
  // If only some lines of a file were mutated, reasons for its other lines may still be needed.
  const whole = mutants.filter(({ file }) => !positionals.some((path) => path.startsWith(`${file}:`)));
  for (const { file, code, becomes } of outdated(whole, reasons)) {
    console.log(`No longer needed in ${PAGE}: ${file}: ${code}${becomes === null ? "" : ` → ${becomes}`}`);
  }
  if (values.files) console.log(`\n${scoreTable("file", scoresBy("file", mutants))}`);
  const folders = scoresBy("folder", mutants);
  console.log(`\n${scoreTable("folder", folders)}`);
  const weak = folders.filter(({ percent }) => percent < MIN_PERCENT);
  for (const { name } of weak) console.log(`Less than ${MIN_PERCENT} % are killed in ${name}.`);
  process.exitCode = weak.length > 0 || survivors.length > 0 ? 1 : 0;
}

if (values.help) console.log(HELP);
else
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  });
