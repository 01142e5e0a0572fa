import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Answer, Message } from "./answer.ts";
import { refused, type Refused } from "./answer.ts";
import type { Operation, Operations } from "./operations.ts";
import { REST_PATH } from "./protocol/business-profile.ts";
import { UCP_VERSION, relevantTo } from "./protocol/capabilities.ts";
import { refuse, type ProtocolFailure } from "./protocol/failures.ts";
import type { Platform, Platforms } from "./protocol/platforms.ts";
import { receivedRequest } from "./protocol/received-request.ts";
import type { Sign } from "./protocol/signature/sign.ts";
import { localeFor, readRequest } from "./request.ts";

type Rest = {
  readonly operations: Operations;
  readonly platforms: Platforms;
  readonly sign: Sign;
  readonly publicUrl: string;
  /** The name of the shop's extension. */
  readonly telecom: string;
  /** `payment_handlers` of a checkout. */
  readonly handlers: Readonly<Record<string, readonly object[]>>;
  /** `services` of a checkout; null if it cannot be shown in a frame. */
  readonly services: object | null;
  /** Counts a call of an address before anything is read or verified, and of a platform once it is known. */
  readonly count: (by: { readonly ip: string } | { readonly platform: string }) => Refused | null;
};

/** Registers the operations at the paths of UCP's REST binding (checkout-rest, catalog/rest, order-rest). */
export function registerRest(app: FastifyInstance, rest: Rest): void {
  const parse = app.getDefaultJsonParser("error", "error");
  for (const operation of Object.values(rest.operations)) {
    app.route({
      method: operation.method,
      url: REST_PATH + operation.path,
      config: { raw: true },
      onRequest: async (request, reply) => {
        void reply.header("cache-control", "no-store");
        const tooMany = rest.count({ ip: request.ip });
        if (tooMany) return send(reply, rest, operation, null, tooMany);
      },
      handler: async (request, reply) => {
        const received = receivedRequest(request);
        const identified = await rest.platforms.identify(received, { needsSignature: operation.isSigned });
        if (!identified.ok) return sendFailure(reply, rest, identified.failure);
        const tooMany = rest.count({ platform: identified.value.profileUrl });
        if (tooMany) return send(reply, rest, operation, identified.value, tooMany);
        // The operation needs its capability, whatever else both have (UCP overview, Request-Time Validation).
        if (!identified.value.active.has(operation.root))
          return sendFailure(reply, rest, refuse("capabilities_incompatible").failure);
        const answer = await answerOf(rest, operation, identified.value, request, received.body, () =>
          parseJson(parse, request, received.body),
        );
        return send(reply, rest, operation, identified.value, answer);
      },
    });
  }
}

type Parse = ReturnType<FastifyInstance["getDefaultJsonParser"]>;

/** Parses a body; an empty one is `{}`. Undefined if it is not JSON. */
function parseJson(parse: Parse, request: FastifyRequest, body: Buffer): Promise<unknown> {
  if (body.length === 0) return Promise.resolve({});
  return new Promise((resolve) => {
    void parse(request, body.toString("utf8"), (error, value) => resolve(error ? undefined : value));
  });
}

async function answerOf(
  rest: Rest,
  operation: Operation,
  platform: Platform,
  request: FastifyRequest,
  raw: Buffer,
  read: () => Promise<unknown>,
): Promise<Answer> {
  const sent = operation.method === "GET" ? {} : await read();
  if (sent === undefined) return refused(400, "invalid_request", "The body is not JSON");
  const body = readRequest(operation.request, sent);
  if (!body.ok) return body.refused;
  const { context } = body.value as { readonly context?: { readonly language?: string } };
  const { id } = request.params as { readonly id?: string };
  const key = request.headers["idempotency-key"];
  return operation.run({
    caller: {
      profileUrl: platform.profileUrl,
      host: platform.host,
      webhookUrl: platform.webhookUrl,
      hasTelecom: platform.active.has(rest.telecom),
      capabilities: relevantTo(platform.active, operation.root),
      locale: localeFor(context?.language, request.headers["accept-language"]),
      ip: request.ip,
    },
    id: id ?? "",
    key: typeof key === "string" ? key : null,
    body: body.value,
    raw,
  });
}

/** Sends an answer with the envelope of UCP. The response to a completed checkout is signed (signatures). */
function send(
  reply: FastifyReply,
  rest: Rest,
  operation: Operation,
  platform: Platform | null,
  answer: Answer,
): FastifyReply {
  if (answer.kind === "refused") {
    if (answer.retryAfter !== undefined) void reply.header("retry-after", answer.retryAfter);
    return reply.code(answer.status).send({ code: answer.code, content: answer.content });
  }
  const capabilities = platform ? relevantTo(platform.active, operation.root) : {};
  const ucp = { version: UCP_VERSION, status: answer.kind, capabilities };
  if (answer.kind === "error") {
    return reply.send({ ucp, messages: answer.messages, continue_url: answer.continueUrl });
  }
  const withHandlers = operation.hasPayment ? { ...ucp, ...servicesOf(rest), payment_handlers: rest.handlers } : ucp;
  const bytes = Buffer.from(JSON.stringify({ ucp: withHandlers, ...answer.body }));
  const headers = operation.signsAnswer ? rest.sign({ status: answer.status, body: bytes }) : {};
  return reply
    .code(answer.status)
    .headers({ ...headers, "content-type": "application/json" })
    .send(bytes);
}

const servicesOf = ({ services }: Rest) => services && { services };

/** Sends a failure of the protocol. A platform without a common capability gets it as an outcome. */
function sendFailure(reply: FastifyReply, rest: Rest, failure: ProtocolFailure): FastifyReply {
  const { code, status, text, retryAfter } = failure;
  if (retryAfter !== null) void reply.header("retry-after", retryAfter);
  const url = `${rest.publicUrl}/`;
  if (status !== 200) return reply.code(status).send({ code, content: text, continue_url: url });
  const message: Message = { type: "error", code, content: text, severity: "unrecoverable" };
  return reply.send({
    ucp: { version: UCP_VERSION, status: "error", capabilities: {} },
    messages: [message],
    continue_url: url,
  });
}
