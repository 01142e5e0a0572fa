import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from "#libraries/agents/index.ts";

/** Levels of objects and lists in a message. UCP's deepest request has about half of them. */
const MAX_DEPTH = 40;

/** An error of JSON-RPC for a request that no server handles, with the HTTP status. */
export type RefusedMessage = {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  /** The id of the message; null if it is not known. */
  readonly id?: string | number | null;
};

/** The requests whose params the library would report as an error of the server, and what they need. */
const PARAMS = {
  "tools/call": [CallToolRequestSchema, "the name of a tool, and its arguments as an object"],
  "tools/list": [ListToolsRequestSchema, "no params, or a cursor as a text"],
  initialize: [InitializeRequestSchema, "protocolVersion, capabilities and clientInfo"],
} as const;

/** Returns the id of a message, whatever else is wrong with it; null if it has none that JSON-RPC permits. */
export function idOf(message: unknown): string | number | null {
  if (typeof message !== "object" || message === null || !("id" in message)) return null;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Returns why a body is no message that the shop answers; null if it is one. */
export function messageMistake(message: unknown): RefusedMessage | null {
  if (message === undefined) return { status: 400, code: ErrorCode.ParseError, message: "The body is not JSON" };
  const invalid = (text: string) => ({ status: 400, code: ErrorCode.InvalidRequest, message: text, id: idOf(message) });
  // One request of HTTP is one call, which has one signature and is counted once.
  if (Array.isArray(message)) return invalid("Batches are not accepted: send each message by itself");
  if (isDeeper(message, MAX_DEPTH)) return invalid(`The message has more than ${MAX_DEPTH} levels`);
  const read = JSONRPCMessageSchema.safeParse(message);
  if (!read.success) return invalid("The body is not a message of JSON-RPC 2.0");
  if (!("method" in read.data) || !("id" in read.data)) return null;
  const { method, id } = read.data;
  if (!Object.hasOwn(PARAMS, method)) return null;
  const [schema, needed] = PARAMS[method as keyof typeof PARAMS];
  if (schema.safeParse(read.data).success) return null;
  return { status: 200, code: ErrorCode.InvalidParams, message: `${method} needs as params: ${needed}`, id };
}

/** Returns whether a value has more levels than these. It does not recurse, so that no body can exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((each): unknown[] => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Returns an error as JSON-RPC writes it. */
export const errorMessage = ({ code, message, id = null }: Omit<RefusedMessage, "status">, data?: object) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data && { data }) },
});
