import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { FAILURES } from "#contract/failures.ts";
import { API_PREFIX } from "#contract/paths.ts";
import type { ReplicaStatus } from "#server/platform/database/replica/replica.ts";
import type { Uploads } from "#server/sale/document/upload.ts";
import { fill, type KasseRegistry } from "./registry.ts";
import type { Definition } from "#server/platform/metrics.ts";
import { METRICS } from "#server/metric-table.ts";

/** The metrics of a server. Some are counted as events happen, others are read on request. */
export type Metrics = {
  readonly registry: Registry;
  readonly contentType: string;
  /** Returns all metrics in Prometheus's text format. `isReady`: see `collect`. */
  text(isReady: boolean): Promise<string>;
  /** Starts counting the calls of the API. */
  countCalls(app: FastifyInstance): void;
  /**
   * Reads the metrics that are not counted as events happen. `isReady`: the result of `/readyz`; null if it is not
   * known.
   */
  collect(isReady: boolean | null): Promise<void>;
};

/**
 * Returns the names of the metrics sent to an OpenTelemetry collector. Leaves out the histogram, which OpenTelemetry
 * measures itself, and readiness, which is only known when metrics are scraped.
 */
export const metricsToSend = (): readonly string[] =>
  Object.entries<Definition>(METRICS).flatMap(([name, { type }]) =>
    type === "histogram" || name === "kasse_ready" ? [] : [name],
  );

/** Connects every metric of the management port with what it measures. */
export function observe(
  metrics: KasseRegistry,
  needs: {
    readonly uploads: Uploads;
    /** Reads the figures that come from the database (`createCollector`). */
    readDatabase(): Promise<void>;
    /** Returns whether the replica is used, and its lag if that is known; null without a replica. */
    replica(): ReplicaStatus | null;
    /** Returns for each external system whether its circuit breaker is open. */
    circuits(): Readonly<Record<string, boolean>>;
  },
): Metrics {
  const { registry, gauges } = metrics;
  const metricsOf: Metrics = {
    registry,
    contentType: registry.contentType,
    async text(isReady) {
      await metricsOf.collect(isReady);
      return registry.metrics();
    },
    countCalls: (app) => countCalls(app, metrics),
    async collect(isReady) {
      if (isReady !== null) gauges.kasse_ready.set(isReady ? 1 : 0);
      gauges.kasse_upload_memory_bytes.set({ for: "bodies" }, needs.uploads.bodies.taken);
      gauges.kasse_upload_memory_bytes.set({ for: "decoding" }, needs.uploads.pictures.reserved);
      const replica = needs.replica();
      fill(gauges.kasse_replica_used, replica ? [{ value: replica.isUsed ? 1 : 0 }] : []);
      const lag = replica?.lagSeconds ?? null;
      fill(gauges.kasse_replica_lag_seconds, lag === null ? [] : [{ value: lag }]);
      const circuits = Object.entries(needs.circuits());
      fill(
        gauges.kasse_circuit_open,
        circuits.map(([system, isOpen]) => ({ labels: { system }, value: isOpen ? 1 : 0 })),
      );
      await needs.readDatabase();
    },
  };
  return metricsOf;
}

/** Counts calls. Counters start at 0 for every rule, so that the first event counts as an increase. */
function countCalls(app: FastifyInstance, { histograms, counters }: KasseRegistry): void {
  for (const failure of Object.keys(FAILURES)) counters.kasse_refusals_total.inc({ failure }, 0);
  app.addHook("onResponse", async (request, reply) => {
    const { url: route } = request.routeOptions;
    if (!route?.startsWith(API_PREFIX)) return;
    const { statusCode: status, failure } = reply;
    histograms.kasse_request_duration_seconds.observe(
      { route, method: request.method, status },
      reply.elapsedTime / 1000,
    );
    if (status >= 500) counters.kasse_failures_total.inc();
    if (failure !== null) counters.kasse_refusals_total.inc({ failure: failure.name });
  });
}
