import Fastify, { type FastifyInstance } from "fastify";
import { registerHealth } from "./health.ts";
import type { Metrics } from "./metrics/observe.ts";
import type { Readiness } from "./readiness.ts";

export type Management = { readonly address: string; stop(): Promise<void> };

/** The management port: metrics, beside the health checks. It has no shop and no cookie, and shoppers never reach it. */
export async function startManagement(
  listen: { readonly host: string; readonly port: number },
  { readiness, metrics }: { readonly readiness: Readiness; readonly metrics: Metrics },
): Promise<Management> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true, bodyLimit: 1024, requestTimeout: 10_000 });
  registerHealth(app, readiness);
  app.get("/metrics", async (_request, reply) => {
    const { statusCode } = await app.inject("/readyz");
    await metrics.collect(statusCode === 200);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  const address = await app.listen(listen);
  return { address, stop: () => app.close() };
}
