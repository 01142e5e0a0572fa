import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "#libraries/agents/client.ts";
import type { Agent, AgentAnswer } from "./agent.ts";

/** How a platform sends a message: with other headers, or without a signature. */
export type SentMessage = { readonly headers?: Readonly<Record<string, string>>; readonly signs?: boolean };
/** What a JSON-RPC server answers, with the fields that tests read. */
type RpcAnswer = {
  readonly id: unknown;
  readonly result: { readonly structuredContent: AgentAnswer; readonly protocolVersion?: string };
  readonly error: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
};
export type RpcReply = { readonly status: number; readonly body: RpcAnswer; readonly headers: Headers };

/** Returns the metadata of a call. Without a key, every call is a new one. */
export const metaOf = (agent: Agent, key: string = randomUUID()) => ({
  "ucp-agent": { profile: agent.profileUrl },
  "idempotency-key": key,
});

/** Returns a message that calls a tool, with the platform's metadata. */
export const toolCall = (agent: Agent, name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: { meta: metaOf(agent), ...args } },
});

/** Sends a body to the tools of a shop, as it is. */
export async function postMessage(
  shop: { readonly url: string },
  agent: Agent,
  message: unknown,
  { headers = {}, signs = true }: SentMessage = {},
): Promise<RpcReply> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const all = { accept: "application/json, text/event-stream", "content-type": "application/json", ...headers };
  const sent = agent.toolHeaders(body, all, signs);
  const response = await fetch(`${shop.url}/ucp/mcp`, { method: "POST", headers: sent, body });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : null) as RpcAnswer,
    headers: response.headers,
  };
}

/** Connects the client of the official library, which signs with the platform's key unless `signs` is false. */
export async function connectClient(shop: { readonly url: string }, agent: Agent, signs = true): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`${shop.url}/ucp/mcp`), {
    fetch: (url, init = {}) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      if (init.method !== "POST" || typeof init.body !== "string") return fetch(url, init);
      return fetch(url, { ...init, headers: agent.toolHeaders(init.body, headers, signs) });
    },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** Calls a tool with the client, and returns its structured content. */
export async function callOf(client: Client, agent: Agent, name: string, args: object = {}): Promise<AgentAnswer> {
  const { structuredContent, content } = await client.callTool({ name, arguments: { meta: metaOf(agent), ...args } });
  const [{ text = "" } = {}] = content as { text?: string }[];
  if (text !== JSON.stringify(structuredContent)) throw new Error("The text is not the structured content");
  return structuredContent as AgentAnswer;
}
