import { errorCodes, type FastifyInstance, type FastifyRequest } from "fastify";
import type { SecurityLog } from "#server/platform/security/security-log.ts";

/**
 * Refuses requests that a proxy and this server might understand differently: compressed bodies with 415, because the
 * server does not decompress them and a small one can be huge; a second host header with 400, because Node ignores it
 * but a proxy might use it (RFC 9112, section 3.2). Node's parser refuses all other ambiguous requests.
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

/** Counts the host headers in the raw headers, because `headers` only has the first one. */
function countHosts({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
}
