import { defineExtension } from "#server/extension/extension.ts";
import { TELEMETRY } from "./settings.ts";

/** Traces and metrics, sent to an OpenTelemetry collector (docs/watching.md). */
export const telemetry = defineExtension({
  name: "telemetry",
  about: "traces and metrics for an OpenTelemetry collector",
  chapter: { title: "Traces", settings: TELEMETRY },
  isOn: (config) => config.telemetry.provider === "otlp",
  addresses: {
    OTEL_EXPORTER_OTLP_ENDPOINT: (config) => (config.telemetry.provider === "otlp" ? config.telemetry.endpoint : null),
  },
  library: { folder: "telemetry", name: "@opentelemetry/sdk-node", setting: "TELEMETRY=otlp" },
  load: () => import("./running.ts"),
});
