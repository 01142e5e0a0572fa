import { cpus } from "node:os";

/** Returns the value that `percent` percent of the sorted values are below; 0 for an empty list. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

/** Records durations in ms by kind of call. */
export class Timings {
  private readonly byName = new Map<string, number[]>();

  add(name: string, ms: number): void {
    const list = this.byName.get(name);
    if (list) list.push(ms);
    else this.byName.set(name, [ms]);
  }

  get count(): number {
    return [...this.byName.values()].reduce((sum, list) => sum + list.length, 0);
  }

  /** Returns all durations, sorted. */
  all(): readonly number[] {
    return [...this.byName.values()].flat().toSorted((one, other) => one - other);
  }

  /** The durations of each kind of call. */
  get calls(): ReadonlyMap<string, readonly number[]> {
    return this.byName;
  }

  /** Prints one line per kind of call, and one for all calls. */
  print(): void {
    const line = (name: string, list: readonly number[]) => {
      const sorted = list.toSorted((one, other) => one - other);
      const cells = [50, 99].map((percent) => percentile(sorted, percent).toFixed(1).padStart(8));
      console.log(`  ${name.padEnd(22)}${String(list.length).padStart(8)}${cells.join("")}`);
    };
    console.log(`  ${"call".padEnd(22)}${"count".padStart(8)}${"p50 ms".padStart(8)}${"p99 ms".padStart(8)}`);
    for (const [name, list] of this.byName) line(name, list);
    line("all", [...this.byName.values()].flat());
  }
}

/** The exit code of a benchmark that ran but missed its goal. */
export const GOAL_MISSED = 3;

/** Describes the machine in the first line of a benchmark's output: cores, processor, Node version. */
export function machine(): string {
  const list = cpus();
  return `${list.length} cores, ${list[0]?.model.trim() ?? "unknown"}, Node ${process.version}`;
}

/** Returns the median with the lowest and the highest value: `12.3 (11.8–13.1)`. */
export function spread(values: readonly number[], digits = 1): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((one, other) => one - other),
    50,
  );
}
