import { createRequire } from "node:module";

export { context, diag, DiagLogLevel, metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
export { getRPCMetadata, W3CTraceContextPropagator } from "@opentelemetry/core";
export { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
export { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
export { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
export { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
export { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
export { resourceFromAttributes } from "@opentelemetry/resources";
export { PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
export { NodeSDK } from "@opentelemetry/sdk-node";
export { BatchSpanProcessor, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
export type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/**
 * Lets the instrumentations patch modules that are already loaded. They patch a module when it is required, by changing
 * the object that all its imports share.
 */
export function instrumentLoaded(): void {
  const require = createRequire(import.meta.url);
  require("http");
  require("https");
  require("pg");
}
