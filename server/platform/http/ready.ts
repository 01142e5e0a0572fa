import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKnown, isWanted } from "./negotiation.ts";

/** A response that is created once and sent many times. */
export type ReadyAnswer = {
  readonly status: number;
  readonly plain: Buffer;
  /** Null for content that is compressed already. */
  readonly brotli: Buffer | null;
  /** Headers of every response, including a 304, whose headers replace those that the browser has stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
};

type Described = {
  readonly type: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Brotli's quality, 0 to 11. A client has to wait for the first compression, and the highest quality would take 50
   * times as long as the default.
   */
  readonly quality?: number;
};

/** Creates a response from a text, with an ETag of its content. Browsers ask each time whether it has changed. */
export function readyText(text: string, { type, status = 200, headers = {}, quality = 5 }: Described): ReadyAnswer {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return {
    status,
    plain,
    brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    headers: { "cache-control": "no-cache", vary: "accept-encoding", etag, ...headers },
    type,
  };
}

/** Sends a ready response: compressed if the client accepts that, and as a 304 if the client already has it. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  const { status, plain, brotli, headers, type } = answer;
  void reply.code(status).headers(headers);
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (status === 200 && isReading && isKnown(headers["etag"], request.headers["if-none-match"]))
    return reply.code(304).send();
  void reply.type(type);
  if (brotli === null || !isWanted("br", request.headers["accept-encoding"]?.toString())) return reply.send(plain);
  return reply.header("content-encoding", "br").send(brotli);
}

/**
 * Serves a response at a path. It is created at the first request, so that rarely requested responses do not slow down
 * the start.
 */
export function serveReady(app: FastifyInstance, path: string, make: () => ReadyAnswer): void {
  let answer: ReadyAnswer | null = null;
  app.get(path, (request, reply) => sendReady(request, reply, (answer ??= make())));
}
