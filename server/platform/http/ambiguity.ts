import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import type { SecurityLog } from "#server/platform/security/security-log.ts";

/**
 * Refuses compressed bodies with 415, because the server does not decompress them, and a small one can be huge. Refuses
 * a second host with 400, which Node ignores and a proxy in front might use (RFC 9112, section 3.2). Node's parser
 * refuses all other ambiguity.
 */
export function refuseAmbiguity(app: FastifyInstance, security: SecurityLog): void {
  app.addHook("onRequest", async (request, reply) => {
    const refused = (reason: string) => security.record("request.refused", { address: request.ip, reason });
    if (countHosts(request) > 1) {
      refused("twoHosts");
      void reply.header("connection", "close");
      throw Object.assign(new Error("There are two host headers"), { statusCode: 400 });
    }
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding === "identity" || request.method === "GET" || request.method === "HEAD") return;
    refused("packedBody");
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(encoding);
  });
}

/** Node keeps the first of several `host` headers in `headers`. */
function countHosts({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}
