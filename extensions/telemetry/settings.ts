import { text, webAddress, wholeNumber } from "#server/config/schemas.ts";
import { choice, optional, setting, type ConfigOf } from "#server/config/setting.ts";
import { otlpHeaders, share } from "./schemas.ts";

/**
 * Traces and metrics by OpenTelemetry. The settings have OpenTelemetry's own names, so that values set for other
 * programs also apply here.
 */
export const TELEMETRY = {
  telemetry: choice(
    "TELEMETRY",
    {
      off: {},
      otlp: {
        endpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, {
          default: "http://localhost:4318",
          about: "the collector (OTLP over HTTP), without `/v1/traces`",
        }),
        headers: optional("OTEL_EXPORTER_OTLP_HEADERS", otlpHeaders, {
          secret: true,
          about: "headers for it, such as `authorization=Bearer …`, separated by commas",
        }),
        serviceName: setting("OTEL_SERVICE_NAME", text, {
          default: "kasse",
          about: "this shop's name there",
        }),
        sampled: setting("OTEL_TRACES_SAMPLER_ARG", share, {
          default: "1",
          about: "the share of requests and jobs that are traced, from 0 to 1",
        }),
        metricsEveryMs: setting("OTEL_METRIC_EXPORT_INTERVAL", wholeNumber(1000, 3_600_000), {
          default: "60000",
          about: "interval of metrics in milliseconds",
        }),
      },
    },
    {
      namedInProduction: false,
      about: "`otlp` sends [traces and metrics](watching.md#traces) to an OpenTelemetry collector",
    },
  ),
} as const;

declare module "#server/config/settings.ts" {
  interface ExtensionConfig extends ConfigOf<typeof TELEMETRY> {}
}
