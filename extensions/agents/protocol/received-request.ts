import type { FastifyInstance, FastifyRequest } from "fastify";
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

type Parse = ReturnType<FastifyInstance["getDefaultJsonParser"]>;

/** Parses the body of a `raw` route; an empty one is `{}`. Undefined if it is not JSON. */
export function parseJson(parse: Parse, request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (body.length === 0) return Promise.resolve({});
  return new Promise((resolve) => {
    void parse(request, body.toString("utf8"), (error, value) => resolve(error ? undefined : value));
  });
}
