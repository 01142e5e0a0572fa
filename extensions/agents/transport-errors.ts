import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { REST_PATH } from "./protocol/business-profile.ts";

/** What never reaches an operation, with its status (checkout-rest, "Status Codes"). */
const REFUSED: Readonly<Record<number, readonly [code: string, content: string]>> = {
  404: ["not_found", "There is no such operation"],
  413: ["request_too_large", "The body is too large"],
  415: ["unsupported_media_type", "Send the body as application/json"],
};

/**
 * Replies to an error before the handler of an operation, in the form of its transport. A bug and an outage are
 * answered as everywhere.
 */
export const replyTo =
  (bodyOf: (code: string, content: string) => object) =>
  (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    const { statusCode = 500 } = error;
    if (statusCode >= 500) throw error;
    const status = statusCode in REFUSED ? statusCode : 400;
    const [code, content] = REFUSED[status] ?? ["invalid_request", "The request cannot be read"];
    void reply.code(status).send(bodyOf(code, content));
  };

export const replyTransportError = replyTo((code, content) => ({ code, content }));

/** Answers requests below UCP's path that belong to no operation, which a platform reads like any other error. */
export function answerUnknownOperations(app: FastifyInstance): void {
  const [code, content] = REFUSED[404] ?? [];
  app.all(`${REST_PATH}/*`, {
    config: { raw: "json" },
    errorHandler: replyTransportError,
    handler: (_request, reply) => reply.code(404).header("cache-control", "no-store").send({ code, content }),
  });
}
