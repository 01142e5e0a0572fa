import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { GOAL_MISSED } from "../../bench/support/figures.ts";
import { findPgbench } from "../../bench/support/pgbench.ts";

/** The smallest run of each benchmark. `needs`: a program that may be missing. */
const SMALLEST: Readonly<Record<string, { readonly args: string; readonly needs?: boolean }>> = {
  addresses: { args: "--houses 20000 --rate 20 --seconds 1 --draws 20" },
  clicks: { args: "--runs 1" },
  compare: { args: "HEAD HEAD --rounds 1 --seconds 1 --shoppers 2 --picture small" },
  desk: { args: "--orders 2000 --waiting 10 --times 2 --shoppers 2 --seconds 1 --rounds 1" },
  documents: { args: "--every 40" },
  effort: { args: "--press 20 --rate 50" },
  extensions: { args: "--rounds 1 --idle 1" },
  growth: { args: "--orders 2000 --abandoned 100 --shoppers 2 --seconds 1" },
  lanes: { args: "--rate 10 --heavy 2 --seconds 1 --turns 1 --runs 1" },
  launch: { args: "--shoppers 20 --pieces 5 --rate 5 --seconds 2" },
  lighthouse: { args: "--runs 1" },
  limit: { args: "--runs 1 --seconds 1 --warm-up 1 --shoppers 2", needs: findPgbench() !== null },
  listeners: { args: "--listeners 3 --minutes 0.1 --every 2" },
  loop: { args: "--runs 1" },
  pages: { args: "--runs 1" },
  pdf: { args: "--count 2 --runs 1" },
  pricing: { args: "--rate 20 --seconds 1" },
  purchases: { args: "--shoppers 2 --seconds 1 --runs 1 --picture small" },
  reading: { args: "--requests 20 --connections 2" },
  rolling: { args: "--requests 500 --buyers 1 --readers 2", needs: existsSync("/usr/sbin/haproxy") },
  uploads: { args: "--seconds 2 --attackers 2 --rate 1 --kind truncated" },
};

/** Runs a program and resolves with its exit code and all its output. */
function run(args: readonly string[], cwd = "."): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    child.once("error", reject).once("exit", (code) => resolve({ code, output }));
  });
}

/** Runs a program in a clone of the last commit, because it edits files that other tests read. */
async function runInClone(args: readonly string[]): ReturnType<typeof run> {
  const folder = await mkdtemp(join(tmpdir(), "kasse-bench-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--shared", ".", folder]);
    // Vite serves no files outside of its folder, so a link does not do.
    execFileSync("cp", ["-a", "--link", "node_modules", join(folder, "node_modules")]);
    return await run(args, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("every benchmark has a smallest run", () => {
  const names = readdirSync("bench").filter((name) => name.endsWith(".ts"));
  expect(Object.keys(SMALLEST).map((name) => `${name}.ts`)).toEqual(names.toSorted());
});

// Not skipped but absent in a short run, whose result names no skipped tests.
const runs = Object.entries(SMALLEST).filter(([, { needs = true }]) => needs && inject("long"));
// Only what hangs takes so long: the desk's took 160 s alone.
test.for(runs)("%s runs to its end", { timeout: 1_200_000 }, async ([name, { args }]) => {
  const words = [`bench/${name}.ts`, ...args.split(" ").filter((each) => each !== "")];
  const { code, output } = name === "loop" ? await runInClone(words) : await run(words);
  // A run this short proves nothing about a goal.
  expect([0, GOAL_MISSED], output).toContain(code);
});
