import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";

/** `/livez`: the process answers (`/healthz` is its older name). `/readyz`: the database answers and the job queue is migrated. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  for (const path of ["/livez", "/healthz"]) app.get(path, () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const ready = await isReady(db);
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
  });
}

async function isReady(db: Database): Promise<boolean> {
  return sql`select 1 from graphile_worker.migrations limit 1`.execute(db).then(
    () => true,
    () => false,
  );
}
