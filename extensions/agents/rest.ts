import type { FastifyInstance, FastifyReply } from "fastify";
import type { Operation, Operations } from "./operation.ts";
import { REST_PATH } from "./protocol/business-profile.ts";
import { parseJson, receivedRequest } from "./protocol/received-request.ts";
import { asOutcome, serve, type Outcome, type Serving } from "./serve.ts";
import { replyTransportError } from "./transport-errors.ts";

/** Registers the operations at the paths of UCP's REST binding (checkout-rest, catalog/rest, order-rest). */
export function registerRest(app: FastifyInstance, operations: Operations, serving: Serving): void {
  const parse = app.getDefaultJsonParser("error", "error");
  for (const operation of Object.values(operations)) {
    if (!operation.rest) continue;
    const { method, path } = operation.rest;
    app.route({
      method,
      url: REST_PATH + path,
      config: { raw: "json" },
      errorHandler: replyTransportError,
      onRequest: async (request, reply) => {
        void reply.header("cache-control", "no-store");
        const tooMany = serving.count({ ip: request.ip });
        if (tooMany) return send(reply, serving, operation, asOutcome(tooMany));
      },
      handler: async (request, reply) => {
        const received = receivedRequest(request);
        const { id = "" } = request.params as { readonly id?: string };
        const key = request.headers["idempotency-key"];
        const outcome = await serve(serving, operation, {
          received,
          languages: request.headers["accept-language"],
          id,
          key: typeof key === "string" ? key : null,
          raw: received.body,
          read: async () => (method === "GET" ? {} : parseJson(parse, request, received.body)),
        });
        return send(reply, serving, operation, outcome);
      },
    });
  }
}

/** Sends an outcome. The response to a completed checkout is signed (signatures). */
function send(reply: FastifyReply, { sign }: Serving, { signsAnswer }: Operation, outcome: Outcome): FastifyReply {
  if (outcome.kind === "refused") {
    const { status, code, content, continueUrl, retryAfter } = outcome;
    if (retryAfter !== null) void reply.header("retry-after", retryAfter);
    return reply.code(status).send({ code, content, ...(continueUrl !== null && { continue_url: continueUrl }) });
  }
  const { status, body, isSuccess } = outcome;
  if (!isSuccess) return reply.code(status).send(body);
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = signsAnswer ? sign({ status, body: bytes }) : {};
  return reply
    .code(status)
    .headers({ ...headers, "content-type": "application/json" })
    .send(bytes);
}
