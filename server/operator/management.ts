import Fastify, { type FastifyInstance } from "fastify";
import { trustIn, type TrustedProxies } from "#server/platform/http/request-ids.ts";
import { registerHealth, type Readiness } from "./readiness.ts";

export type Management = { readonly address: string; stop(): Promise<void> };

/** What the management port reports, about this process or about all processes of the machine. */
export type Managed = {
  readonly readiness: Pick<Readiness, "isReady" | "isAlive">;
  readonly metrics: {
    /** Returns the metrics in Prometheus's text format. `isReady`: the result of `/readyz`. */
    text(isReady: boolean): Promise<string>;
    readonly contentType: string;
  };
};

/** Further routes of the management port, such as the desk. */
type Extension = { register(app: FastifyInstance): Promise<void> };

/** Maximum size of a request body in bytes; a reason and a few roles fit. */
const BODY_LIMIT = 16 * 1024;

/**
 * Starts the management port: metrics, health checks, and the desk. It serves no pages of the shop, and shoppers cannot
 * reach it.
 */
export async function startManagement(
  listen: {
    readonly host: string;
    readonly port: number;
    readonly trustProxy: TrustedProxies;
    /** The extensions from outside of the tree that are on. */
    readonly outside: readonly string[];
  },
  { readiness, metrics }: Managed,
  extension: Extension | null = null,
): Promise<Management> {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    trustProxy: trustIn(listen.trustProxy),
  });
  await extension?.register(app);
  registerHealth(app, readiness, listen.outside);
  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text(await readiness.isReady())),
  );
  const address = await app.listen({ host: listen.host, port: listen.port });
  return { address, stop: () => app.close() };
}
