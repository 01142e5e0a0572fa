import { randomUUID } from "node:crypto";
import { platformProfile, signedHeaders, startPlatform, testKey, type TestKey } from "./platform.ts";

export type AgentReply = { readonly status: number; readonly body: any; readonly headers: Headers };
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
  call(method: string, path: string, body?: unknown, sent?: Sent): Promise<AgentReply>;
  stop(): Promise<void>;
};

/** Starts a platform. `change`: changes its profile. */
export async function startAgent(
  change: (profile: Record<string, unknown>) => object = (profile) => profile,
  key: TestKey = testKey(),
): Promise<Agent> {
  const server = await startPlatform((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.setHeader("cache-control", "public, max-age=60");
    response.end(JSON.stringify(change(platformProfile({ publicUrl: shop.publicUrl }, key))));
  });
  let shop = { url: "", publicUrl: "http://localhost" };
  return {
    profileUrl: server.url,
    visits: (at) => void (shop = at),
    async call(method, path, body, { key: idempotencyKey = randomUUID(), headers = {}, signs = true } = {}) {
      const text = body === undefined ? "" : JSON.stringify(body);
      const { host } = new URL(shop.publicUrl);
      const own = { ...(method === "GET" ? {} : { "idempotency-key": idempotencyKey }), ...headers };
      const all = signs
        ? signedHeaders(key, server.url, { method, authority: host, path: `/ucp${path}`, headers: own, body: text })
        : { "ucp-agent": `profile="${server.url}"`, ...(text && { "content-type": "application/json" }), ...own };
      const response = await fetch(`${shop.url}/ucp${path}`, {
        method,
        headers: all,
        ...(text && { body: text }),
        redirect: "manual",
      });
      const answer = await response.text();
      return {
        status: response.status,
        body: answer === "" ? null : JSON.parse(answer),
        headers: response.headers,
      };
    },
    stop: server.stop,
  };
}
