import Fastify, { type FastifyInstance } from "fastify";
import { registerHealth } from "./health.ts";
import type { Readiness } from "./readiness.ts";

export type Management = { readonly address: string; stop(): Promise<void> };

/** What the management port shows: of this process, or of all processes of the machine. */
export type Managed = {
  readonly readiness: Pick<Readiness, "isReady" | "isAlive">;
  readonly metrics: {
    /** The metrics in Prometheus's text format. `isReady`: what `/readyz` answers. */
    text(isReady: boolean): Promise<string>;
    readonly contentType: string;
  };
};

/** The management port: metrics, beside the health checks. It has no shop and no cookie, and shoppers never reach it. */
export async function startManagement(
  listen: { readonly host: string; readonly port: number },
  { readiness, metrics }: Managed,
): Promise<Management> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true, bodyLimit: 1024, requestTimeout: 10_000 });
  registerHealth(app, readiness);
  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text(await readiness.isReady())),
  );
  const address = await app.listen(listen);
  return { address, stop: () => app.close() };
}
