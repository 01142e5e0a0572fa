import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = Readonly<Record<string, unknown>>;
type Attribute = { readonly key: string; readonly value: Value };
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
};
type Sent = {
  resourceSpans?: { scopeSpans: { spans: (Omit<Span, "attributes"> & { attributes: Attribute[] })[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
};

/** Starts an OpenTelemetry collector for tests: it accepts OTLP over HTTP in JSON, and stores it. */
export async function startCollector() {
  const spans: Span[] = [];
  const metrics = new Map<string, unknown>();
  const bodies: string[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      bodies.push(body);
      headers.push(request.headers["x-tenant"]);
      const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(body) as Sent;
      for (const span of resourceSpans.flatMap((each) => each.scopeSpans).flatMap((each) => each.spans))
        spans.push({
          ...span,
          attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        });
      for (const metric of resourceMetrics.flatMap((each) => each.scopeMetrics).flatMap((each) => each.metrics))
        metrics.set(metric.name, metric);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    bodies,
    headers,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
