import { expect, test } from "vitest";
import type { ReadableSpan, SpanExporter } from "#libraries/telemetry/index.ts";
import { withoutPersons } from "./without-persons.ts";

/** A span like the SDK's, with private fields that only the span itself can read. */
class Span {
  readonly #duration = [0, 5];
  readonly attributes = {
    "http.route": "/order/:secret",
    "url.path": "/order/geheim",
    "client.address": "203.0.113.9",
    "db.query.text": "select 1 from t where a = $1 and b = 'it''s geheim' and c = 'geheim'",
  };
  readonly events = [{ name: "exception", attributes: { "exception.message": "geheim" } }];
  readonly links = [{ context: { traceId: "geheim" } }];
  readonly status = { code: 2, message: "invalid input: geheim" };
  readonly name = "GET /order/:secret";
  get duration() {
    return this.#duration;
  }
  spanContext() {
    return { traceId: "t", took: this.#duration };
  }
}

test("a span is sent without data that could identify a person, and otherwise unchanged", () => {
  const sent: ReadableSpan[] = [];
  const exporter: SpanExporter = { export: (spans) => void sent.push(...spans), shutdown: async () => undefined };
  const original = new Span();
  withoutPersons(exporter).export([original as never], () => undefined);
  const [span] = sent;
  expect(span?.attributes).toEqual({
    "http.route": "/order/:secret",
    "db.query.text": "select 1 from t where a = $1 and b = '?' and c = '?'",
  });
  expect([span?.events, span?.links, span?.status]).toEqual([[], [], { code: 2 }]);
  expect([span?.name, span?.duration, span?.spanContext().traceId]).toEqual(["GET /order/:secret", [0, 5], "t"]);
  // Other exporters still see the original.
  expect(original.attributes).toHaveProperty("url.path");
});
