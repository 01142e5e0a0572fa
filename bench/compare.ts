import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { machine, median, spread } from "./support/figures.ts";
import { number, oneOf, readOptions, refuse, wholeNumber } from "./support/options.ts";
import { createLoad, noisyPicture, smallPicture } from "./support/purchase.ts";
import { makeCustomers, saturate, type Run } from "./support/runs.ts";
import { startBenchServer } from "./support/server.ts";

const HELP = `npm run bench:compare -- [A] [B] [--rounds 3] [--seconds 8] [--shoppers 16] [--picture small|200]
Compares the purchases of two commits (A: HEAD~1, B: the working folder) in alternating runs, each on a server of its own: A B, B A,
A B … Prints the processor time of a purchase and the highest rate of each with their spread, and B's share of A's.
The load is that of the working folder. A commit with other dependencies is installed first, which takes a minute.`;

const options = readOptions(
  HELP,
  { rounds: wholeNumber(3), seconds: number(8), shoppers: wholeNumber(16), picture: oneOf("small", ["small", "200"]) },
  2,
);
const { rounds, seconds, shoppers } = options;
const [a = "HEAD~1", b] = options.positionals;
for (const [name, commit] of Object.entries({ A: a, B: b })) {
  if (commit !== undefined && !isCommit(commit)) refuse(`${name} must be a commit that git knows, not "${commit}".`);
}

type Side = { readonly name: string; readonly folder: string; readonly runs: Run[]; remove(): Promise<void> };
const picture = options.picture === "small" ? await smallPicture() : await noisyPicture(200_000);
const [one, other] = [await checkedOut(a), await sideOf(b)];

try {
  console.log(`${machine()}; picture of ${(picture.length / 1000).toFixed(1)} kB, ${shoppers} shoppers at once`);
  for (let round = 0; round < rounds; round++) {
    // The order changes, so that neither always has the cooler machine.
    for (const side of round % 2 === 0 ? [one, other] : [other, one]) side.runs.push(await runOf(side));
  }
  for (const { name, runs } of [one, other]) {
    const of = (value: (run: Run) => number) => spread(runs.map(value));
    console.log(
      `${name.padEnd(16)} ${of(({ cpu }) => cpu)} ms of processor a purchase (Node ${of(({ node }) => node)}, PostgreSQL and the lane of pictures ${of(({ database }) => database)}); at most ${of(({ rate }) => rate)} purchases/s`,
    );
  }
  const ratio = (value: (run: Run) => number) => median(other.runs.map(value)) / median(one.runs.map(value));
  console.log(
    `${other.name} to ${one.name}: ${ratio(({ cpu }) => cpu).toFixed(2)} of the processor time, ${ratio(({ rate }) => rate).toFixed(2)} of the rate`,
  );
} finally {
  await Promise.all([one.remove(), other.remove()]);
}

async function runOf({ folder }: Side): Promise<Run> {
  const server = await startBenchServer({}, folder);
  const load = createLoad(server.url, shoppers, picture);
  try {
    const customers = await makeCustomers(load, shoppers);
    await saturate(load, server.pid, customers, seconds / 2);
    return await saturate(load, server.pid, customers, seconds);
  } finally {
    await load.close();
    await server.stop();
  }
}

function isCommit(name: string): boolean {
  return spawnSync("git", ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]).status === 0;
}

function sideOf(commit: string | undefined): Promise<Side> | Side {
  if (commit !== undefined) return checkedOut(commit);
  return { name: "working folder", folder: process.cwd(), runs: [], remove: async () => undefined };
}

/** A commit in a temporary worktree, with these dependencies if it has the same ones. */
async function checkedOut(commit: string): Promise<Side> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-compare-"));
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  git("worktree", "add", "--quiet", "--detach", folder, commit);
  const sameLock = ["package-lock.json"].every(
    (file) => existsSync(file) && readFileSync(file, "utf8") === readFileSync(join(folder, file), "utf8"),
  );
  if (sameLock) await symlink(resolve("node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--silent", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  return {
    name: git("rev-parse", "--short", commit),
    folder,
    runs: [],
    remove: async () => {
      // The link, not what it leads to.
      if (sameLock) await rm(join(folder, "node_modules"));
      git("worktree", "remove", "--force", folder);
    },
  };
}
