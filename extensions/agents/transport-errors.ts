import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Operations } from "./operation.ts";
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

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers requests at UCP's path that belong to no operation, which a platform reads like any other error. */
export function answerUnknownOperations(app: FastifyInstance, operations: Operations): void {
  const refuseAll = (url: string, method: string[], refuse: (reply: FastifyReply) => FastifyReply) =>
    app.route({
      url,
      method,
      config: { raw: "json" },
      errorHandler: replyTransportError,
      handler: (_request, reply) => refuse(reply.header("cache-control", "no-store")),
    });
  const rest = Object.values(operations).flatMap((operation) => operation.rest ?? []);
  for (const path of new Set(rest.map((each) => each.path))) {
    const allowed = rest.flatMap((each) => (each.path === path ? [each.method] : []));
    const others = METHODS.filter((method) => !allowed.some((each) => each === method));
    const allow = allowed.toSorted().join(", ");
    refuseAll(REST_PATH + path, others, (reply) =>
      reply
        .code(405)
        .header("allow", allow)
        .send({ code: "method_not_allowed", content: `Only ${allow}` }),
    );
  }
  const [code, content] = REFUSED[404] ?? [];
  for (const url of [REST_PATH, `${REST_PATH}/*`])
    refuseAll(url, METHODS, (reply) => reply.code(404).send({ code, content }));
}
