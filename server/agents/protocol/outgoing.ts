import type { Agent } from "undici";
import { publicLookup } from "./public-address.ts";

/** A request to a platform. */
export type OutgoingMessage = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The time for the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** How much of the answer is read, in bytes. */
  readonly maxBytes: number;
  /** Whether the operator has named this address, so that it may also be an internal one. */
  readonly isListed: boolean;
};

/** A platform's answer. `text` is null if the body is larger than permitted. */
export type PlatformAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string | null;
};

export type Outgoing = {
  /**
   * Sends a request. Redirects are not followed. Rejects if there is no complete answer in time, or if the host has an
   * address that is not public.
   */
  send(message: OutgoingMessage): Promise<PlatformAnswer>;
  /** Closes all connections. */
  stop(): Promise<void>;
};

/** Creates the client for all requests to platforms: profiles and webhooks. `lookup` resolves unlisted hosts. */
export function createOutgoing({ lookup = publicLookup() } = {}): Outgoing {
  const agents = new Map<boolean, Promise<Agent>>();
  const agentFor = (isListed: boolean) => {
    const known = agents.get(isListed);
    if (known) return known;
    const agent = import("undici").then(({ Agent }) => new Agent(isListed ? {} : { connect: { lookup } }));
    agents.set(isListed, agent);
    return agent;
  };
  return {
    async send({ url, method, headers, body, timeoutMs, maxBytes, isListed }) {
      const { request } = await import("undici");
      const answer = await request(url, {
        dispatcher: await agentFor(isListed),
        method,
        headers: { "accept-encoding": "identity", ...headers },
        ...(body && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer.body, maxBytes) };
    },
    async stop() {
      await Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}

/** Reads a body; null as soon as it is too large. */
async function textOf(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
