import type { ReadableSpan, SpanExporter } from "#libraries/telemetry/index.ts";

/**
 * Attributes of a span that are sent. Paths, queries and addresses of clients are not on the list, so anything new that
 * an instrumentation reports is dropped.
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

/** Values of a statement are sent as parameters; literals in the statement itself are masked. */
const masked = (statement: string) => statement.replaceAll(/'(?:[^']|'')*'/g, "'?'");

/** Sends spans without data that could identify a person: other attributes, error messages, events. */
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
