import { dirname } from "node:path";
import { killed, survived, type Mutant } from "./mutant.ts";

/** How many mutants of a folder or file the tests killed. */
export type Score = {
  readonly name: string;
  readonly killed: number;
  readonly survived: number;
  /** In percent; 100 if there are no mutants. */
  readonly percent: number;
};

/** The scores of all folders, or of all files, sorted by name. Mutants that could not be run do not count. */
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

/** The scores as a Markdown table. */
export function scoreTable(title: string, scores: readonly Score[]): string {
  const rows = scores.map(
    (score) =>
      `| \`${score.name}\` | ${score.killed + score.survived} | ${score.survived} | ${score.percent.toFixed(1)} % |`,
  );
  return [`| ${title} | mutants | survived | killed |`, "|---|---:|---:|---:|", ...rows].join("\n");
}
