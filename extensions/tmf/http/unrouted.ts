import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { errorBody, sendFailure, type TmfFailure } from "./failures.ts";

/** Answers a path that cannot be decoded (400), or with an id that is too long (414). */
export function answerBadPath(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const failure: TmfFailure =
    error.code === "FST_ERR_MAX_PARAM_LENGTH"
      ? { status: 414, code: "tooLong", reason: "The id is too long" }
      : { status: 400, code: "unreadable", reason: "The path cannot be read" };
  sendFailure(reply.header("cache-control", "no-store"), failure);
}

const FAILURES: Readonly<Record<string, TmfFailure>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "tooLong", reason: "The headers are too long" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "tooSlow", reason: "The request did not arrive in time" },
};

/** Answers what is not HTTP, before Fastify sees a request. */
export function answerInvalidHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const failure = FAILURES[error.code ?? ""] ?? { status: 400, code: "unreadable", reason: "This is not HTTP" };
  const body = errorBody(failure);
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "x-content-type-options: nosniff",
    "cache-control: no-store",
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}
