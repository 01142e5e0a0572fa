import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_LOCALE } from "#core/locale.ts";
import { say } from "#server/platform/texts/texts.ts";
import { replyFailure } from "./failure-reply.ts";
import { localeOf } from "./router.ts";

/** What never comes to a route is answered in the wire's shape as well: a sentence, and nothing of the inside. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => replyFailure(reply, { name: "notFound" }, localeOf(request)));
}

/** A path that cannot be decoded, or with a part that is longer than any code. */
export function replyBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.code === "FST_ERR_BAD_URL") replyFailure(reply, { name: "unreadable", detail: "path" }, localeOf(request));
  else replyFailure(reply, { name: "notFound" }, localeOf(request));
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Bytes that are no request, or one that never came to its end: there is no request yet to read a language from. */
export function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = STATUS_OF[error.code ?? ""] ?? 400;
  const body = JSON.stringify({ message: say(DEFAULT_LOCALE, "error.badRequest", { detail: "HTTP" }) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}
