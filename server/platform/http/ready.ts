import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** An answer that is created once and sent many times: its bytes, plain and compressed, and its headers. */
export type ReadyAnswer = {
  readonly status: number;
  readonly plain: Buffer;
  /** Null for content that is compressed already. */
  readonly brotli: Buffer | null;
  /** Headers of every reply, including a 304, whose headers replace those that the browser has stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
};

type Described = {
  readonly type: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Brotli's quality, 0 to 11. A client waits for the first compression, and the highest quality would take 50 times as
   * long as the default.
   */
  readonly quality?: number;
};

/** Creates an answer from a text, with an ETag of its content. Browsers ask each time whether it has changed. */
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

/** Sends a ready answer: compressed if the client can read that, and a 304 if it has it. */
export function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyAnswer): FastifyReply {
  const { status, plain, brotli, headers, type } = answer;
  void reply.code(status).headers(headers);
  const known = request.headers["if-none-match"];
  if (status === 200 && known !== undefined && known === headers["etag"]) return reply.code(304).send();
  void reply.type(type);
  if (brotli === null || !/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(plain);
  return reply.header("content-encoding", "br").send(brotli);
}

/**
 * Serves an answer at a path. It is created with the first request, so that the start does not wait for rarely
 * requested answers.
 */
export function serveReady(app: FastifyInstance, path: string, make: () => ReadyAnswer): void {
  let answer: ReadyAnswer | null = null;
  app.get(path, (request, reply) => sendReady(request, reply, (answer ??= make())));
}
