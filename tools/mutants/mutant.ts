import { dirname } from "node:path";
import type { Target } from "./targets.ts";

/** A small change of the code, and how the tests responded to it. */
export type Mutant = {
  /** Path from the root. */
  readonly file: string;
  readonly line: number;
  /** The code before the change and after it. */
  readonly code: string;
  readonly becomes: string;
  /** The status as reported by Stryker: `Killed`, `Timeout`, `Survived`, `NoCoverage`, … */
  readonly status: string;
};

const SURVIVED = new Set(["Survived", "NoCoverage"]);
const KILLED = new Set(["Killed", "Timeout"]);

/** Whether no test detected the change. */
export const survived = ({ status }: Mutant): boolean => SURVIVED.has(status);

/** Whether a test failed or never ended. */
const killed = ({ status }: Mutant): boolean => KILLED.has(status);

const MAX_LENGTH = 80;

/**
 * Returns the code before and after a change, each on one line and shortened around the first difference, so that they
 * fit into a list.
 */
export function briefly({ code, becomes }: Pick<Mutant, "code" | "becomes">): { code: string; becomes: string } {
  const [before, after] = [onOneLine(code), onOneLine(becomes)];
  if (before.length <= MAX_LENGTH) return { code: before, becomes: cut(after, 0) };
  const same = [...before].findIndex((char, at) => char !== after[at]);
  const from = after.length <= MAX_LENGTH ? 0 : Math.max(0, same - MAX_LENGTH / 2);
  return { code: cut(before, from), becomes: cut(after, from) };
}

const onOneLine = (code: string) => code.replaceAll(/\s+/g, " ").trim();

function cut(text: string, from: number): string {
  const part = text.slice(from, from + MAX_LENGTH);
  return `${from > 0 ? "…" : ""}${part}${from + MAX_LENGTH < text.length ? "…" : ""}`;
}

/** How many mutants of a folder or file the tests have killed. */
export type Score = {
  readonly name: string;
  readonly killed: number;
  readonly survived: number;
  /** Percentage of killed mutants; 100 if there are no mutants. */
  readonly percent: number;
};

/** Returns the scores of all folders, or of all files, sorted by name. Mutants that could not be run do not count. */
export function scoresBy(each: "folder" | "file", mutants: readonly Mutant[]): readonly Score[] {
  const groups = Map.groupBy(mutants, ({ file }) => (each === "folder" ? dirname(file) : file));
  return [...groups]
    .map(([name, group]) => scoreOf(name, group))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function scoreOf(name: string, mutants: readonly Mutant[]): Score {
  const [dead, alive] = [mutants.filter(killed).length, mutants.filter(survived).length];
  const percent = dead + alive === 0 ? 100 : (100 * dead) / (dead + alive);
  return { name, killed: dead, survived: alive, percent };
}

/** Returns the scores as a Markdown table. */
export function scoreTable(title: string, scores: readonly Score[]): string {
  const rows = scores.map(
    (score) =>
      `| \`${score.name}\` | ${score.killed + score.survived} | ${score.survived} | ${score.percent.toFixed(1)} % |`,
  );
  return [`| ${title} | mutants | survived | killed |`, "|---|---:|---:|---:|", ...rows].join("\n");
}

type Tests = Pick<Target, "project" | "tests">;

const VARIABLE = "KASSE_MUTANTS_TESTS";

/**
 * Passes the tests to run to the processes that Stryker starts, through the environment, because they inherit nothing
 * else.
 */
export function passTests({ project, tests }: Tests): void {
  process.env[VARIABLE] = JSON.stringify({ project, tests });
}

/** Returns the tests passed by `passTests`. */
export function testsOfThisRun(): Tests {
  const passed = process.env[VARIABLE];
  if (passed === undefined) throw new Error("Start this with `npm run mutants`.");
  return JSON.parse(passed) as Tests;
}
