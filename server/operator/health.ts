import type { FastifyInstance } from "fastify";
import type { Readiness } from "./readiness.ts";

/** `/livez`: this process need not be restarted (`/healthz` is its older name). `/readyz`: it can take calls, because the database takes writes. */
export function registerHealth(app: FastifyInstance, readiness: Pick<Readiness, "isReady" | "isAlive">): void {
  for (const path of ["/livez", "/healthz"])
    app.get(path, async (_request, reply) => {
      const alive = await readiness.isAlive();
      return reply.code(alive ? 200 : 503).send({ status: alive ? "ok" : "restart" });
    });
  app.get("/readyz", async (_request, reply) => {
    const ready = await readiness.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}
