import type { FastifyRequest } from "fastify";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type Tool,
} from "#libraries/agents/index.ts";
import { UCP_VERSION } from "../protocol/capabilities.ts";
import type { Outcome, RefusedOutcome } from "../serve.ts";

const INSTRUCTIONS =
  "Find and compare products of this telecom provider, and prepare a purchase. Every call names the platform's UCP " +
  'profile in meta["ucp-agent"].profile. Checkouts and orders need signed HTTP requests. A person orders at ' +
  "continue_url; nothing is ordered or paid by a tool.";

/** The shop has no questions to clients, whose answers a schema would have to check. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error("The shop asks clients nothing");
  },
};

/** A call of a tool that was refused, as the library turns it into an error of JSON-RPC. */
class ToolRefused extends Error {
  readonly code: number;
  readonly data: object;
  constructor(refusal: RefusedOutcome) {
    super(refusal.content);
    this.code = refusal.mcpCode;
    this.data = refusalData(refusal);
  }
}

/** Returns the data of an error (UCP overview, Transport Bindings). */
export const refusalData = ({ code, content, continueUrl, retryAfter }: RefusedOutcome) => ({
  code,
  content,
  ...(continueUrl !== null && { continue_url: continueUrl }),
  ...(retryAfter !== null && { retry_after: retryAfter }),
});

/** Creates the server of one request. `call` returns null if there is no such tool. */
export function createToolServer(
  title: string,
  tools: Tool[],
  call: (name: string, sent: unknown) => Promise<Outcome | null>,
): Server {
  const server = new Server(
    { name: "kasse", title, version: UCP_VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: NO_VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const outcome = await call(params.name, params.arguments ?? {});
    if (outcome === null)
      throw Object.assign(new Error(`There is no tool ${params.name}`), { code: ErrorCode.InvalidParams });
    if (outcome.kind === "refused") throw new ToolRefused(outcome);
    const { body } = outcome;
    return { structuredContent: body, content: [{ type: "text", text: JSON.stringify(body) }] };
  });
  return server;
}

/** What the library asks a client to accept. There are no streams here, so JSON is enough. */
const BOTH_TYPES = "application/json, text/event-stream";
const JSON_RANGE = /^\s*(application\/json|application\/\*|\*\/\*)\s*(;|$)/i;
const REFUSED = /;\s*q=0(\.0*)?\s*(;|$)/i;

/** Returns whether an `Accept` admits JSON (RFC 9110, 12.5.1). Without the header, any type is accepted. */
const acceptsJson = (accept = "*/*") =>
  accept.split(",").some((range) => JSON_RANGE.test(range) && !REFUSED.test(range));

/** Lets a server answer a message. The response is complete when this returns. */
export async function respond(
  server: Server,
  request: FastifyRequest,
  url: string,
  message: unknown,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = Object.entries({
    accept: acceptsJson(request.headers.accept) ? BOTH_TYPES : request.headers.accept,
    "content-type": request.headers["content-type"],
    "mcp-protocol-version": request.headers["mcp-protocol-version"],
  }).filter((header): header is [string, string] => typeof header[1] === "string");
  try {
    return await transport.handleRequest(new Request(url, { method: "POST", headers }), { parsedBody: message });
  } finally {
    await server.close();
  }
}
