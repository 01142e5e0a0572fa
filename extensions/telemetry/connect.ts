import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type * as Library from "#libraries/telemetry/index.ts";
import type { Config } from "#server/config/config.ts";
import type { Observer } from "#server/extension/extension.ts";
import type { JobName, Task, Tasks } from "#server/platform/jobs/tasks.ts";
import { withoutPersons } from "./without-persons.ts";

type Settings = Extract<Config["telemetry"], { provider: "otlp" }>;

/** Paths of requests that are not traced. */
const IGNORED = /^\/(livez|readyz|healthz|metrics|assets\/)/;
const STOP_MS = 2000;

/**
 * Starts OpenTelemetry. API calls, calls to providers, statements and jobs become spans. A collector that does not
 * respond never delays a request: data that does not fit into the buffer is dropped.
 */
export function startTelemetry(library: typeof Library, settings: Settings, log: Pick<Logger, "warn">): Observer {
  const warn = (message: string) => log.warn({ telemetry: message.slice(0, 300) }, "telemetry");
  const silent = () => undefined;
  library.diag.setLogger(
    { error: warn, warn: silent, info: silent, debug: silent, verbose: silent },
    library.DiagLogLevel.ERROR,
  );
  const sdk = sdkOf(library, settings);
  sdk.start();
  library.instrumentLoaded();
  return {
    // Names each request's span by its route, and adds the request id.
    calls: (app) => nameRequests(app, library),
    // Each run is a trace.
    tasks: (tasks) => tracedTasks(tasks, library),
    metrics: (metrics, names) => sendMetrics(metrics, names, library),
    // Sends the remaining data, for at most two seconds.
    stop: async () => {
      const late = new Promise<void>((resolve) => void setTimeout(resolve, STOP_MS).unref());
      await Promise.race([sdk.shutdown().catch((error: Error) => warn(error.message)), late]);
    },
  };
}

function sdkOf(library: typeof Library, { endpoint, headers, serviceName, sampled, metricsEveryMs }: Settings) {
  const to = (path: string) => ({ url: `${endpoint}${path}`, headers: { ...headers } });
  return new library.NodeSDK({
    // Automatic detection would add the command line and the machine's name.
    autoDetectResources: false,
    resource: library.resourceFromAttributes({ "service.name": serviceName, "service.instance.id": randomUUID() }),
    sampler: new library.TraceIdRatioBasedSampler(sampled),
    // Without baggage, because a client could use it to send data on to a provider.
    textMapPropagator: new library.W3CTraceContextPropagator(),
    spanProcessors: [
      new library.BatchSpanProcessor({ exporter: withoutPersons(new library.OTLPTraceExporter(to("/v1/traces"))) }),
    ],
    metricReaders: [
      new library.PeriodicExportingMetricReader({
        exporter: new library.OTLPMetricExporter(to("/v1/metrics")),
        exportIntervalMillis: metricsEveryMs,
        exportTimeoutMillis: Math.min(metricsEveryMs, 10_000),
      }),
    ],
    logRecordProcessors: [],
    instrumentations: [
      new library.HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = "" }) => IGNORED.test(url),
        requireParentforOutgoingSpans: true,
      }),
      // The job queue polls constantly, so only statements of requests and jobs are traced.
      new library.PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new library.UndiciInstrumentation({ requireParentforSpans: true }),
    ],
  });
}

function nameRequests(app: FastifyInstance, { context, getRPCMetadata, trace }: typeof Library): void {
  app.addHook("onRequest", async (request) => {
    const route = request.routeOptions.url;
    const call = getRPCMetadata(context.active());
    if (call && route !== undefined) call.route = route;
    trace.getActiveSpan()?.setAttribute("kasse.request_id", request.id);
  });
}

function tracedTasks(tasks: Tasks, { trace, SpanKind, SpanStatusCode }: typeof Library): Tasks {
  const tracer = trace.getTracer("kasse");
  const traced =
    (name: JobName, task: Task<JobName>): Task<JobName> =>
    (payload) =>
      tracer.startActiveSpan(
        `job ${name}`,
        { root: true, kind: SpanKind.CONSUMER, attributes: { "kasse.job": name } },
        async (span) => {
          try {
            await task(payload);
          } catch (error) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
            throw error;
          } finally {
            span.end();
          }
        },
      );
  const entries = Object.entries(tasks) as [JobName, Task<JobName>][];
  return Object.fromEntries(entries.map(([name, task]) => [name, traced(name, task)])) as Tasks;
}

function sendMetrics(
  { registry, collect }: Parameters<Observer["metrics"]>[0],
  names: readonly string[],
  { metrics }: typeof Library,
): void {
  const meter = metrics.getMeter("kasse");
  const sent = registry.getMetricsAsArray().filter(({ name }) => names.includes(name));
  const instruments = sent.map(({ name, help: description }) =>
    name.endsWith("_total")
      ? meter.createObservableCounter(name, { description })
      : meter.createObservableGauge(name, { description }),
  );
  meter.addBatchObservableCallback(async (result) => {
    await collect(null);
    for (const [index, instrument] of instruments.entries()) {
      const metric = await registry.getSingleMetric(sent[index]?.name ?? "")?.get();
      for (const { value, labels } of metric?.values ?? []) result.observe(instrument, value, { ...labels } as never);
    }
  }, instruments);
}
