import { describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";

describe("TELEMETRY=otlp", () => {
  const read = (more: Record<string, string>) => checkSettings({ TELEMETRY: "otlp", ...more });

  test("takes OpenTelemetry's own variables", () => {
    const { config } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.ch/otlp/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%2Cb==, x-tenant=shop",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    });
    expect(config?.telemetry).toEqual({
      provider: "otlp",
      endpoint: "https://collector.example.ch/otlp",
      headers: { authorization: "Bearer a,b==", "x-tenant": "shop" },
      serviceName: "kasse",
      sampled: 0.25,
      metricsEveryMs: 60_000,
    });
    expect(checkSettings({}).config?.telemetry).toEqual({ provider: "off" });
  });

  test.each([
    ["OTEL_EXPORTER_OTLP_HEADERS", "top-secret", /^OTEL_EXPORTER_OTLP_HEADERS must be a list such as/],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=top-secret%2", /^OTEL_EXPORTER_OTLP_HEADERS has a %/],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%ff", /^OTEL_EXPORTER_OTLP_HEADERS has a %/],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", /must be a number from 0 to 1/],
    ["OTEL_TRACES_SAMPLER_ARG", "", null],
    ["OTEL_METRIC_EXPORT_INTERVAL", "10", /must be a whole number from 1000/],
  ])("%s=%s", (name, value, sentence) => {
    const { mistakes } = read({ [name]: value });
    expect(mistakes).toEqual(sentence === null ? [] : [expect.stringMatching(sentence)]);
    expect(mistakes.join()).not.toContain("top-secret");
  });
});

test("in production the connection to a collector is encrypted, unless it is on this machine", () => {
  const mistakesOf = (more: Record<string, string>) =>
    checkSettings({ ...SAFE_SETTINGS, TELEMETRY: "otlp", ...more }).mistakes;
  expect(mistakesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.ch:4318" })).toEqual([
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT is .* clear text/),
  ]);
  expect(mistakesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.ch:4318" })).toEqual([]);
  expect(mistakesOf({})).toEqual([]);
});
