// Seeds faults in the product and notes which of them the tests notice: `npm run faults -- --help`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chooseFaults } from "./faults/choose.ts";
import { readFaults, type Verdict } from "./faults/fault.ts";
import { canSeed, copyTree, judge } from "./faults/run.ts";

const LIST = "tools/faults/faults.json";

const HELP = `npm run faults -- [--choose <seed>] [--tree <folder>] [--out <file>] [--at-once 2] [part of a path…]

Seeds the faults of ${LIST}, one at a time, in a copy of the repository, runs the tests that may notice each, and
writes into the file what they said. A fault that the file already has is left out, so an interrupted run goes on.

--choose <seed>  chooses the faults anew instead, by chance, and writes the list
--tree           the repository whose tests are judged (default: this one); what is committed counts
--out            default: faults-noticed.json
--at-once        copies that work side by side`;

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

/** One line a row, so that a change of one is a change of one line. */
const lines = (rows: readonly unknown[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`;

/** `gone`: the code has changed since the faults were chosen, so that this one cannot be seeded. */
type Said = { readonly fault: number; readonly verdict: Verdict; readonly gone?: true };

async function runAll(): Promise<void> {
  const faults = readFaults(LIST);
  const said: Said[] = existsSync(values.out) ? (JSON.parse(readFileSync(values.out, "utf8")) as Said[]) : [];
  const left = faults
    .map((fault, index) => ({ fault, index }))
    .filter(({ fault, index }) => {
      const chosen = positionals.length === 0 || positionals.some((part) => fault.file.includes(part));
      return chosen && !said.some((each) => each.fault === index);
    });
  const worker = async (number: number) => {
    const tree = copyTree(resolve(values.tree), join(tmpdir(), `kasse-faults-${number}`));
    for (let next = left.shift(); next; next = left.shift()) {
      const { fault, index } = next;
      const isGone = !canSeed(tree.folder, fault);
      const verdict = isGone ? null : await judge(tree, fault);
      said.push({ fault: index, verdict, ...(isGone && { gone: true }) });
      writeFileSync(values.out, lines(said.toSorted((one, other) => one.fault - other.fault)));
      console.log(
        `${fault.file}:${fault.line}: ${isGone ? "no longer there" : verdict ? `${verdict.suite}: ${verdict.test}` : "not noticed"}`,
      );
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"]) }, (_, number) => worker(number)));
  const seeded = said.filter(({ gone }) => !gone);
  const noticed = seeded.filter(({ verdict }) => verdict !== null).length;
  console.log(`${noticed} of ${seeded.length} noticed; ${said.length - seeded.length} no longer there`);
}

if (values.help) console.log(HELP);
else if (values.choose !== undefined) writeFileSync(LIST, lines(await chooseFaults(Number(values.choose))));
else await runAll();
