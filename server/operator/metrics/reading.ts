import type { Sample } from "./definition.ts";
import type { MetricsOf } from "./table.ts";
import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Limit } from "#server/api/limits.ts";
import type { WaitingAt } from "#server/read-models/waiting.ts";

/** What a reading is given: a read-only transaction, the time, and settings. */
export type ReadingInput = {
  readonly db: Handle;
  readonly now: Date;
  readonly config: {
    readonly limits: Readonly<Record<string, Limit>>;
    readonly unorderedDocuments: Config["unorderedDocuments"];
  } & WaitingAt["config"];
};

/**
 * One query of the database that fills one or more metrics. Its cost must not grow with the number of orders ever made.
 */
export type Reading<Fills extends MetricsOf<"database"> = MetricsOf<"database">> = {
  /** The label in `kasse_collection_failures_total` and in the log. */
  readonly name: string;
  readonly fills: readonly Fills[];
  read(input: ReadingInput): Promise<Readonly<Record<Fills, readonly Sample[]>>>;
};

/** Declares a reading; its result has exactly the metrics that it fills. */
export function reading<const Fills extends MetricsOf<"database">>(
  name: string,
  fills: readonly Fills[],
  read: Reading<Fills>["read"],
): Reading<Fills> {
  return { name, fills, read };
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the start of the window of figures of "the last 24 hours". */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Returns a sample for each value of a label, 0 for values without a row, so that a graph falls to zero instead of
 * ending.
 */
export function each<Value extends string>(
  label: string,
  values: readonly Value[],
  valueOf: (value: Value) => number | undefined,
): readonly Sample[] {
  return values.map((value) => ({ labels: { [label]: value }, value: valueOf(value) ?? 0 }));
}

/** Returns seconds since a given time; 0 without one. Never negative, although clocks differ. */
export const secondsSince = (moment: Date | null | undefined, now: Date): number =>
  moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1000) : 0;
