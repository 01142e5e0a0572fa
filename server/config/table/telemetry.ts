import { otlpHeaders, share, text, webAddress, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/**
 * Traces and metrics by OpenTelemetry. The names are OpenTelemetry's own, so that settings for other programs also
 * apply.
 */
export const TELEMETRY = {
  telemetry: choice(
    "TELEMETRY",
    {
      off: {},
      otlp: {
        endpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, {
          default: "http://localhost:4318",
          about: "the collector, which takes OTLP over HTTP; `/v1/traces` and `/v1/metrics` are appended",
        }),
        headers: optional("OTEL_EXPORTER_OTLP_HEADERS", otlpHeaders, {
          secret: true,
          about: "headers for the collector, such as `authorization=Bearer …`, separated by commas",
        }),
        serviceName: setting("OTEL_SERVICE_NAME", text, {
          default: "kasse",
          about: "the name of this shop in traces and metrics",
        }),
        sampled: setting("OTEL_TRACES_SAMPLER_ARG", share, {
          default: "1",
          about: "the share of requests and jobs that are traced, from 0 to 1, whatever the caller requests",
        }),
        metricsEveryMs: setting("OTEL_METRIC_EXPORT_INTERVAL", wholeNumber(1000, 3_600_000), {
          default: "60000",
          about: "how often metrics are sent, in milliseconds",
        }),
      },
    },
    {
      namedInProduction: false,
      about:
        "`otlp` sends traces and metrics to an OpenTelemetry collector; see docs/watching.md. With `off` it is not loaded",
    },
  ),
} as const;
