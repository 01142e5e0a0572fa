import type { FastifyRequest } from "fastify";
import type { PlatformRequest } from "./platforms.ts";

/**
 * Returns a request as it was received, which is what a signature covers. The route has to be `raw`, so that its body
 * is the bytes (UCP signatures, Intermediary Warning).
 */
export function receivedRequest(request: FastifyRequest): PlatformRequest {
  const { method, ip, body, raw } = request;
  const [path = "/", ...query] = (raw.url ?? "/").split(/(?=\?)/);
  return {
    method,
    path,
    query: query.join(""),
    // `headers` has only the first of some fields that came several times.
    headers: raw.headersDistinct,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    ip,
  };
}
