// Seeds faults in the product and records which of them the tests detect: `npm run faults -- --help`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chooseFaults } from "./faults/choose.ts";
import { readFaults, type Verdict } from "./faults/fault.ts";
import { canSeed, copyTree, judge } from "./faults/run.ts";

const LIST = "tools/faults/faults.json";

const HELP = `npm run faults -- [--choose <seed>] [--tree <folder>] [--out <file>] [--at-once 2] [part of a path…]

Seeds the faults of ${LIST}, one at a time, in a copy of the repository, runs the tests that might detect each, and
writes the results into the file. Faults that are in the file already are skipped, so an interrupted run continues.

--choose <seed>  chooses new faults at random instead, and writes the list
--tree           the repository whose tests are judged (default: this one), in its committed state
--out            default: faults-noticed.json
--at-once        number of copies that run in parallel`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    choose: { type: "string" },
    tree: { type: "string", default: "." },
    out: { type: "string", default: "faults-noticed.json" },
    "at-once": { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

/** Formats one row per line, so that changing a row changes only one line. */
const lines = (rows: readonly unknown[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

/** `gone`: the fault cannot be seeded, because the code has changed since the faults were chosen. */
type FaultResult = { readonly fault: number; readonly verdict: Verdict; readonly gone?: true };

async function runAll(): Promise<void> {
  const faults = readFaults(LIST);
  const results: FaultResult[] = existsSync(values.out)
    ? (JSON.parse(readFileSync(values.out, "utf8")) as FaultResult[])
    : [];
  const left = faults
    .map((fault, index) => ({ fault, index }))
    .filter(({ fault, index }) => {
      const chosen = positionals.length === 0 || positionals.some((part) => fault.file.includes(part));
      return chosen && !results.some((each) => each.fault === index);
    });
  const worker = async (number: number) => {
    const tree = copyTree(resolve(values.tree), join(tmpdir(), `kasse-faults-${number}`));
    for (let next = left.shift(); next; next = left.shift()) {
      const { fault, index } = next;
      const isGone = !canSeed(tree.folder, fault);
      const verdict = isGone ? null : await judge(tree, fault);
      results.push({ fault: index, verdict, ...(isGone && { gone: true }) });
      writeFileSync(values.out, lines(results.toSorted((one, other) => one.fault - other.fault)));
      const outcome = verdict ? `${verdict.suite}: ${verdict.test}` : "not detected";
      console.log(`${fault.file}:${fault.line}: ${isGone ? "no longer there" : outcome}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, (_, number) => worker(number)));
  const seeded = results.filter(({ gone }) => !gone);
  const noticed = seeded.filter(({ verdict }) => verdict !== null).length;
  console.log(`${noticed} of ${seeded.length} detected; ${results.length - seeded.length} no longer there`);
}

if (values.help) console.log(HELP);
else if (values.choose !== undefined) writeFileSync(LIST, lines(await chooseFaults(Number(values.choose))));
else await runAll();
