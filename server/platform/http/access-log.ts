import type { FastifyInstance } from "fastify";

/**
 * Writes a line for each request, when it has been answered: method, route as the table of routes has it, status, milliseconds, the rule that refused, and the
 * request's id. No address, path, query, browser or body: a route names no person, and a link's secret is in its path.
 */
export function logAccess(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, routeOptions } = request;
    const { statusCode: status, failure } = reply;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      {
        access: method,
        route: routeOptions.url ?? null,
        status,
        ms,
        ...(failure !== null && { failure: failure.name }),
      },
      "answered",
    );
  });
}
