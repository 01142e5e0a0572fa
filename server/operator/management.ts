import Fastify, { type FastifyInstance } from "fastify";
import { trustIn, type TrustedProxies } from "#server/platform/http/request-ids.ts";
import { registerHealth, type Readiness } from "./readiness.ts";

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

/** What the management port answers beside it: the desk of the operator's people. */
type Beside = { register(app: FastifyInstance): Promise<void> };

/** Bytes of a request's body: a reason, a few roles. */
const BODY_LIMIT = 16 * 1024;

/** The management port: metrics, beside the health checks, and the desk. It has no shop, and shoppers never reach it. */
export async function startManagement(
  listen: { readonly host: string; readonly port: number; readonly trustProxy: TrustedProxies },
  { readiness, metrics }: Managed,
  beside: Beside | null = null,
): Promise<Management> {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10_000,
    trustProxy: trustIn(listen.trustProxy),
  });
  await beside?.register(app);
  registerHealth(app, readiness);
  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text(await readiness.isReady())),
  );
  const address = await app.listen({ host: listen.host, port: listen.port });
  return { address, stop: () => app.close() };
}
