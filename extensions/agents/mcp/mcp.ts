import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ErrorCode } from "#libraries/agents/index.ts";
import type { Operation, Operations } from "../operation.ts";
import { MCP_PATH } from "../protocol/business-profile.ts";
import { parseJson, receivedRequest } from "../protocol/received-request.ts";
import { replyTo } from "../transport-errors.ts";
import { asOutcome, type Outcome, type RefusedOutcome, type Serving } from "../serve.ts";
import { callTool } from "./call-tool.ts";
import { errorMessage, idOf, messageMistake } from "./messages.ts";
import { createToolServer, refusalData, respond } from "./tool-server.ts";
import { toolsOf } from "./tools.ts";

/** Registers the tools (UCP overview, Model Context Protocol): streamable HTTP without sessions and streams. */
export function registerMcp(
  app: FastifyInstance,
  operations: Operations,
  serving: Serving,
  shop: { readonly name: string },
): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const tools = [...toolsOf(operations)];
  const { origin } = new URL(serving.publicUrl);

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    void reply.header("cache-control", "no-store");
    const tooMany = serving.count({ ip: request.ip });
    return tooMany ? sendRefused(reply, asOutcome(tooMany)) : undefined;
  }

  /**
   * Returns whether a page of others calls, which could otherwise use a browser to reach a shop of an internal network
   * (MCP transports, Security).
   */
  const isForeign = ({ headers: { origin: from } }: FastifyRequest) => from !== undefined && from !== origin;
  const sendForeign = (reply: FastifyReply, id: string | number | null) =>
    reply.code(403).send(errorMessage({ code: FORBIDDEN, message: "This origin may not call tools", id }));

  app.route({
    method: ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"],
    url: MCP_PATH,
    config: { raw: "json" },
    onRequest,
    handler: (request, reply) =>
      isForeign(request)
        ? sendForeign(reply, null)
        : reply
            .code(405)
            .header("allow", "POST")
            .send(errorMessage({ code: FORBIDDEN, message: "Only POST: there are no streams and no sessions" })),
  });

  app.route({
    method: "POST",
    url: MCP_PATH,
    config: { raw: "json" },
    errorHandler: replyTo((_code, message) => errorMessage({ code: FORBIDDEN, message })),
    onRequest,
    handler: async (request, reply) => {
      const received = receivedRequest(request);
      const message = received.body.length === 0 ? undefined : await parseJson(parse, request, received.body);
      if (isForeign(request)) return sendForeign(reply, idOf(message));
      const mistake = messageMistake(message);
      if (mistake) return reply.code(mistake.status).send(errorMessage(mistake));
      const called: { value: Called | null; bug: { readonly error: unknown } | null } = { value: null, bug: null };
      const server = createToolServer(shop.name, tools, async (name, sent) => {
        const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
        if (!operation) return null;
        try {
          const outcome = await callTool(serving, operation, sent, received);
          called.value = { operation, outcome };
          return outcome;
        } catch (error) {
          called.bug = { error };
          throw error;
        }
      });
      const response = await respond(server, request, `${serving.publicUrl}${MCP_PATH}`, message);
      // Answered like a bug or an outage of any other call.
      if (called.bug) throw called.bug.error;
      return send(reply, response, { called: called.value, id: idOf(message) }, serving);
    },
  });
}

/** JSON-RPC's code for refusals of the server's own (UCP overview, Error Codes). */
const FORBIDDEN = -32000;

type Called = { readonly operation: Operation; readonly outcome: Outcome };

/**
 * Sends the server's response. Refusals have the status of REST, as UCP demands (overview, Transport Bindings); only
 * wrong arguments have 200, because clients correct them by JSON-RPC's code.
 */
async function send(
  reply: FastifyReply,
  response: Response,
  { called, id }: { readonly called: Called | null; readonly id: string | number | null },
  { sign }: Serving,
) {
  const answered = Buffer.from(await response.arrayBuffer());
  const body = response.ok ? answered : withId(answered, id);
  const { outcome = null, operation = null } = called ?? {};
  if (outcome?.kind === "refused" && outcome.retryAfter !== null) void reply.header("retry-after", outcome.retryAfter);
  const isWrong = outcome?.kind === "refused" && outcome.mcpCode !== ErrorCode.InvalidParams;
  const status = isWrong ? outcome.status : response.status;
  const isSigned = operation?.signsAnswer && outcome?.kind === "answered" && outcome.isSuccess;
  const headers = isSigned ? sign({ status: 200, body }) : {};
  void reply.code(status).headers(headers);
  return body.length === 0 ? reply.send() : reply.header("content-type", "application/json").send(body);
}

/** Adds the id of the call to a refusal of the library's transport, such as 406, which has none. */
function withId(refusal: Buffer, id: string | number | null): Buffer {
  if (refusal.length === 0) return refusal;
  return Buffer.from(JSON.stringify({ ...(JSON.parse(refusal.toString()) as object), id }));
}

function sendRefused(reply: FastifyReply, refusal: RefusedOutcome): FastifyReply {
  if (refusal.retryAfter !== null) void reply.header("retry-after", refusal.retryAfter);
  const { mcpCode: code, content: message } = refusal;
  return reply.code(refusal.status).send(errorMessage({ code, message }, refusalData(refusal)));
}
