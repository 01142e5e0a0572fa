import { sql } from "kysely";
import type { Logger } from "pino";
import { isLost } from "#server/platform/database/outage.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { Periods } from "#server/config/periods.ts";
import type { Clock } from "#server/platform/clock.ts";
import { fill, type KasseRegistry } from "./registry.ts";
import type { ReadingInput } from "./reading.ts";
import { READINGS } from "./readings.ts";
import type { Extensions } from "#server/extension/compose.ts";
import type { Sample } from "#server/platform/metrics.ts";
import type { MetricsOfType } from "#server/metric-table.ts";

/** A reading of the core or of an extension. */
type Filling = {
  readonly name: string;
  readonly fills: readonly MetricsOfType<"gauge">[];
  read(input: ReadingInput): Promise<Readonly<Partial<Record<MetricsOfType<"gauge">, readonly Sample[]>>>>;
};

/** How long a statement of a reading may take, in ms; it is short because shoppers come first. */
const LONGEST_MS = 2000;

/**
 * Reads the figures that come from the database one after the other. Figures that were read in the last few seconds
 * (`Periods`) are not read again, whoever requests them. A figure that cannot be read in time is left out and counted
 * as a failure; the others, and the process's own metrics, are still reported.
 */
export function createCollector(
  needs: {
    readonly reads: StaleReads;
    readonly now: Clock;
    readonly log: Pick<Logger, "warn">;
    readonly periods: Pick<Periods, "metricsCache">;
    readonly config: ReadingInput["config"];
    readonly extensions: Pick<Extensions, "failingReceivers" | "figures">;
  },
  { gauges, counters }: KasseRegistry,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  let readAt = -Infinity;
  const { failingReceivers, figures } = needs.extensions;
  const readings: readonly Filling[] = [
    ...READINGS,
    ...figures.map(({ read, ...about }) => ({ ...about, read: ({ db, now }: ReadingInput) => read(db, now) })),
  ];
  // Counters start at 0, so that the first failure counts as an increase.
  for (const { name } of readings) counters.kasse_collection_failures_total.inc({ reading: name }, 0);
  const failed = ({ name, fills }: Filling, error: unknown) => {
    for (const metric of fills) fill(gauges[metric], []);
    counters.kasse_collection_failures_total.inc({ reading: name });
    needs.log.warn({ reading: name, error: (error as Error).message }, "figures could not be read");
  };
  const collect = async () => {
    let lost: unknown = null;
    for (const reading of readings) {
      try {
        // Without the database, the remaining figures cannot be read either.
        if (lost !== null) throw lost;
        await readOne(reading);
      } catch (error) {
        if (isLost(error)) lost = error;
        failed(reading, error);
      }
    }
  };
  const readOne = async ({ fills, read }: Filling) => {
    const samples = await needs.reads.snapshot(async (db) => {
      await sql`select set_config('statement_timeout', ${String(LONGEST_MS)}, true)`.execute(db);
      return read({ db, now: needs.now(), config: needs.config, failingReceivers });
    });
    for (const metric of fills) fill(gauges[metric], samples[metric] ?? []);
  };
  return () => {
    if (running) return running;
    if (performance.now() - readAt < needs.periods.metricsCache) return Promise.resolve();
    running = collect().finally(() => {
      readAt = performance.now();
      running = null;
    });
    return running;
  };
}
