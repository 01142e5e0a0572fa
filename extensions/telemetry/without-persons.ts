import type { ReadableSpan, SpanExporter } from "#libraries/telemetry/index.ts";

/**
 * The attributes of a span that are sent. Anything else is dropped, such as paths, queries and clients' IP addresses,
 * and whatever else an instrumentation may report in the future.
 */
const ALLOWED: ReadonlySet<string> = new Set([
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "network.protocol.version",
  "server.address",
  "server.port",
  "url.scheme",
  "error.type",
  "db.system.name",
  "db.namespace",
  "db.operation.name",
  "db.query.text",
  "kasse.request_id",
  "kasse.job",
]);

type Attributes = ReadableSpan["attributes"];

function allowedAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => ALLOWED.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === "db.query.text" && typeof value === "string" ? masked(value) : value]),
  );
}

/** Masks literals in a statement. Values are normally sent as parameters, which are not part of it. */
const masked = (statement: string) => statement.replaceAll(/'(?:[^']|'')*'/g, "'?'");

/**
 * Returns an exporter that sends spans without data that could identify a person: no other attributes, error messages
 * or events.
 */
export function withoutPersons(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

function cleaned(span: ReadableSpan): ReadableSpan {
  const changed: Partial<Record<PropertyKey, unknown>> = {
    attributes: allowedAttributes(span.attributes),
    events: [],
    links: [],
    status: { code: span.status.code },
  };
  return new Proxy(span, {
    get(target, name) {
      if (name in changed) return changed[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
