import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { helpOf, type Definition, type Sample } from "#server/platform/metrics.ts";
import { METRICS, type MetricsOfType } from "#server/metric-table.ts";

/** The histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** All metrics of the table, and Node's metrics, which prom-client collects. */
export type KasseRegistry = {
  readonly registry: Registry;
  readonly gauges: Readonly<Record<MetricsOfType<"gauge">, Gauge>>;
  readonly counters: Readonly<Record<MetricsOfType<"counter">, Counter>>;
  readonly histograms: Readonly<Record<MetricsOfType<"histogram">, Histogram>>;
};

export function createRegistry(): KasseRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const ofType = <T>(type: Definition["type"], create: (options: Options) => T) =>
    Object.fromEntries(
      Object.entries<Definition>(METRICS)
        .filter(([, definition]) => definition.type === type)
        .map(([name, definition]) => [name, create(optionsOf(name, definition, registry))]),
    ) as never;
  return {
    registry,
    gauges: ofType("gauge", (options) => new Gauge(options)),
    counters: ofType("counter", (options) => new Counter(options)),
    histograms: ofType("histogram", (options) => new Histogram({ ...options, buckets: BUCKETS })),
  };
}

/** Gauges of processes that are combined in another way than by adding them up. */
const AGGREGATORS: Readonly<Record<string, Aggregator>> = {
  kasse_ready: "min",
  kasse_circuit_open: "max",
  kasse_replica_used: "min",
  kasse_replica_lag_seconds: "max",
};

type Options = {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly aggregator: Aggregator;
  readonly registers: Registry[];
};

const optionsOf = (name: string, definition: Definition, registry: Registry): Options => ({
  name,
  help: helpOf(definition),
  labelNames: Object.keys(definition.labels),
  // How the values of several processes on one machine are combined. Figures from the database are equal in all of
  // them.
  aggregator: definition.scope === "database" ? "max" : (AGGREGATORS[name] ?? "sum"),
  registers: [registry],
});

/** Replaces all values of a gauge, so that values for labels that no longer exist disappear. */
export function fill(gauge: Gauge, samples: readonly Sample[]): void {
  gauge.reset();
  // After a reset, a gauge without labels would report 0, which would be wrong.
  gauge.remove({});
  for (const { labels = {}, value } of samples) gauge.set(labels, value);
}
