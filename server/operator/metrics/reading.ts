import type { Sample } from "./definition.ts";
import type { MetricsOf } from "./table.ts";
import type { Config } from "#server/config/config.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import type { Limit } from "#server/api/limits.ts";
import type { WaitingAt } from "#server/read-models/waiting.ts";

/** What a reading gets: a read-only transaction, the current time, and settings. */
export type ReadingInput = {
  readonly db: ReadHandle;
  readonly now: Date;
  /** Returns the receivers of extensions that accept no events. */
  failingReceivers(db: ReadHandle): Promise<readonly { readonly receiver: string; readonly since: Date }[]>;
  readonly config: {
    readonly limits: Readonly<Record<string, Limit>>;
    readonly unorderedDocuments: Config["unorderedDocuments"];
  } & WaitingAt["config"];
};

/** A database query that fills one or more metrics. Its cost must not grow with the number of all orders. */
export type Reading<Fills extends MetricsOf<"database"> = MetricsOf<"database">> = {
  /** Its label in `kasse_collection_failures_total` and in the log. */
  readonly name: string;
  readonly fills: readonly Fills[];
  read(input: ReadingInput): Promise<Readonly<Record<Fills, readonly Sample[]>>>;
};

/** Declares a reading. Its result must have exactly the metrics that it fills. */
export function reading<const Fills extends MetricsOf<"database">>(
  name: string,
  fills: readonly Fills[],
  read: Reading<Fills>["read"],
): Reading<Fills> {
  return { name, fills, read };
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the start of the time span for figures of "the last 24 hours". */
export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Returns a sample for each value of a label, which is 0 if there is no row, so that a graph falls to zero instead of
 * ending.
 */
export function each<Value extends string>(
  label: string,
  values: readonly Value[],
  valueOf: (value: Value) => number | undefined,
): readonly Sample[] {
  return values.map((value) => ({ labels: { [label]: value }, value: valueOf(value) ?? 0 }));
}

/** Returns the seconds since a given time, or 0 if that is null. It is never negative, although clocks differ. */
export const secondsSince = (moment: Date | null | undefined, now: Date): number =>
  moment ? Math.max(0, (now.getTime() - moment.getTime()) / 1000) : 0;
