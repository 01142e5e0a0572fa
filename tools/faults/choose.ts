import { globSync, readFileSync } from "node:fs";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type { Fault } from "./fault.ts";

/**
 * Where faults are chosen, and how many: in pricing, payment, orders, logins, the hand-over, and the rules of the
 * browser's screens.
 */
const SHARES: readonly { readonly files: string; readonly count: number }[] = [
  { files: "core/**/*.ts", count: 60 },
  { files: "server/sale/{checkout,steps,order,customer,document,esim}/**/*.ts", count: 36 },
  { files: "server/sale/{payment,ledger,account,identity}/**/*.ts", count: 28 },
  { files: "server/{shop,integrations,platform/http,operator/desk-people,desk}/**/*.ts", count: 28 },
  { files: "web/{steps,checkout,account,kit,shop,api,forms}/**/*.{ts,tsx}", count: 40 },
  { files: "desk/**/*.{ts,tsx}", count: 12 },
];

/** Mutators that are not used: strings and patterns in these folders are mostly class names and keys without logic. */
const EXCLUDED = ["StringLiteral", "Regex"];

const silent = new Proxy({}, { get: () => () => false });

/** Chooses faults at random. The same seed and the same code always give the same faults. */
export async function chooseFaults(seed: number): Promise<readonly Fault[]> {
  const next = randomNumbers(seed);
  const chosen: Fault[] = [];
  for (const { files, count } of SHARES) {
    const all = await faultsIn(
      globSync(files)
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .sort(),
    );
    const pool = [...all];
    while (pool.length > all.length - count) chosen.push(...pool.splice(Math.floor(next() * pool.length), 1));
  }
  return chosen.toSorted((one, other) =>
    one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
  );
}

async function faultsIn(names: readonly string[]): Promise<readonly Fault[]> {
  const files = names.map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true }));
  const options = { excludedMutations: EXCLUDED, ignorers: [], plugins: null, noHeader: true };
  const { mutants } = await new Instrumenter(silent as never).instrument(files, options as never);
  // `mutants` also contains excluded ones, whose status says why.
  const counted = mutants.filter(({ status }) => status === undefined);
  return counted.map(({ fileName, location: { start, end }, replacement }) => {
    const lines = files.find(({ name }) => name === fileName)?.content.split("\n") ?? [];
    const part = lines.slice(start.line, end.line + 1);
    const last = part.length - 1;
    const code = part
      .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
      .join("\n");
    const text = part[0] ?? "";
    return { file: fileName, line: start.line + 1, text, column: start.column, code, becomes: replacement };
  });
}

/**
 * Returns a random number generator for numbers from 0 to 1, which repeats its numbers for the same seed (mulberry32).
 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
