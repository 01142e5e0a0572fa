import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { platformProfile, signedHeaders, startPlatform, testKey, type TestKey } from "./platform.ts";

/** A list that tests expect to have an entry. */
type Some<Item> = readonly [Item, ...Item[]];
type Option = { readonly id: string; readonly name: string; readonly label: string };
export type AgentProduct = {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly selected: readonly Option[];
  readonly options: Some<{
    readonly name: string;
    readonly values: Some<{ readonly id: string; readonly label: string; readonly available: boolean }>;
  }>;
  readonly variants: Some<{
    readonly id: string;
    readonly price: { readonly amount: number };
    readonly availability: object;
    readonly options: readonly Option[];
    readonly inputs: readonly object[];
    readonly telecom: { readonly prices: { readonly monthly: number } };
  }>;
};
/** An answer of any operation, with the fields that tests read. The published schemas say which ones it has. */
export type AgentAnswer = {
  readonly ucp: { readonly status: string; readonly capabilities: Readonly<Record<string, readonly object[]>> };
  readonly id: string;
  readonly status: string;
  readonly code: string;
  readonly continue_url: string;
  readonly expires_at: string;
  readonly messages: Some<{
    readonly type: string;
    readonly code: string;
    readonly content: string;
    readonly severity?: string;
    readonly path?: string;
  }>;
  readonly line_items: Some<{
    readonly quantity: unknown;
    readonly status: string;
    readonly totals: readonly { readonly amount: number }[];
  }>;
  readonly totals: readonly object[];
  readonly telecom: { readonly prices: object };
  readonly products: Some<AgentProduct>;
  readonly product: AgentProduct;
  readonly pagination: { readonly cursor?: string; readonly total_count: number };
};
export type AgentReply = { readonly status: number; readonly body: AgentAnswer; readonly headers: Headers };
type Sent = {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is signed; it is unless this is false. */
  readonly signs?: boolean;
};

/** A platform that buys for people: it serves its profile on this machine and signs its requests. */
export type Agent = {
  /** The address of its profile, for `AGENTS_PLATFORMS`. */
  readonly profileUrl: string;
  /** The shop to call, once it has started. */
  visits(shop: { readonly url: string; readonly publicUrl: string }): void;
  /** What the shop has sent to its webhook, and the status that it answers. */
  readonly webhook: { readonly received: { headers: IncomingHttpHeaders; body: string }[]; status: number };
  call(method: string, path: string, body?: unknown, sent?: Sent): Promise<AgentReply>;
  /** Returns the headers of a call of a tool, signed unless `signs` is false. Its idempotency key is in the body. */
  toolHeaders(body: string, headers: Readonly<Record<string, string>>, signs?: boolean): Record<string, string>;
  stop(): Promise<void>;
};

/** Starts a platform. `change`: changes its profile. */
export async function startAgent(
  change: (profile: Record<string, unknown>) => object = (profile) => profile,
  key: TestKey = testKey(),
): Promise<Agent> {
  const webhook: Agent["webhook"] = { received: [], status: 200 };
  const server = await startPlatform((request, response) => {
    if (request.method === "POST")
      return void text(request).then((body) => {
        webhook.received.push({ headers: request.headers, body });
        response.statusCode = webhook.status;
        response.end();
      });
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "public, max-age=60");
    response.end(
      JSON.stringify(change(platformProfile({ publicUrl: shop.publicUrl, webhookUrl: `${server.url}/webhook` }, key))),
    );
  });
  let shop = { url: "", publicUrl: "http://localhost" };
  return {
    profileUrl: server.url,
    webhook,
    visits: (at) => void (shop = at),
    async call(method, path, body, { key: idempotencyKey = randomUUID(), headers = {}, signs = true } = {}) {
      const sent = body === undefined ? "" : JSON.stringify(body);
      const { host } = new URL(shop.publicUrl);
      const own = { ...(method === "GET" ? {} : { "idempotency-key": idempotencyKey }), ...headers };
      const all = signs
        ? signedHeaders(key, server.url, { method, authority: host, path: `/ucp${path}`, headers: own, body: sent })
        : { "ucp-agent": `profile="${server.url}"`, ...(sent && { "content-type": "application/json" }), ...own };
      const response = await fetch(`${shop.url}/ucp${path}`, {
        method,
        headers: all,
        ...(sent && { body: sent }),
        redirect: "manual",
      });
      const answer = await response.text();
      return {
        status: response.status,
        body: (answer === "" ? null : JSON.parse(answer)) as AgentAnswer,
        headers: response.headers,
      };
    },
    toolHeaders(body, headers, signs = true) {
      const { host: authority } = new URL(shop.publicUrl);
      const unsigned = { method: "POST", authority, path: "/ucp/mcp", headers, body, hasKey: false };
      return signs ? signedHeaders(key, server.url, unsigned) : { ...headers };
    },
    stop: server.stop,
  };
}
