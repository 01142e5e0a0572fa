import type { MetricsOf } from "#server/metric-table.ts";
import type { Sample } from "#server/platform/metrics.ts";
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
