import type { Agent } from "undici";
import type { TrustedPlatforms } from "../schemas.ts";
import { publicLookup } from "./public-address.ts";
import { reachOf } from "./reach.ts";

/** A request to a platform. */
type OutgoingMessage = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The time for the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** How much of the answer is read, in bytes. */
  readonly maxBytes: number;
};

/** A platform's answer. `text` is null if the body is larger than permitted, or compressed. */
export type PlatformAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string | null;
};

/**
 * Why there is no answer. `unresolvable`: the host has no address, or one that is not public, or the address may not be
 * reached at all. A platform cannot tell these apart, so that it learns nothing about internal names. `unreachable`: no
 * connection, no certificate, or no complete answer in time.
 */
export type Unanswered = "unresolvable" | "unreachable";

export type Outgoing = {
  /** Sends a request, for which `reachOf` decides what may be reached. Redirects are not followed. Never rejects. */
  send(message: OutgoingMessage): Promise<PlatformAnswer | Unanswered>;
  /** Closes all connections. */
  stop(): Promise<void>;
};

/** Errors of a host without a permitted address. */
const UNRESOLVABLE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "KASSE_NOT_PUBLIC"]);

/**
 * Creates the client for everything that the shop sends to platforms: fetches of profiles, and webhooks. `lookup`
 * resolves the hosts of addresses that are not listed.
 */
export function createOutgoing({
  trusted,
  lookup = publicLookup(),
}: {
  readonly trusted: TrustedPlatforms;
  readonly lookup?: ReturnType<typeof publicLookup>;
}): Outgoing {
  let agents: Promise<{ readonly listed: Agent; readonly public: Agent }> | null = null;
  // Loaded with the first request, like the client of json-client.ts.
  const load = () =>
    (agents ??= import("undici").then(({ Agent }) => ({
      listed: new Agent(),
      public: new Agent({ connect: { lookup } }),
    })));
  return {
    async send({ url, method, headers, body, timeoutMs, maxBytes }) {
      const reach = reachOf(url, trusted);
      if (reach === null) return "unresolvable";
      try {
        const { request } = await import("undici");
        const answer = await request(url, {
          dispatcher: (await load())[reach],
          method,
          headers: { "accept-encoding": "identity", ...headers },
          ...(body && { body }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const isPlain = (answer.headers["content-encoding"] ?? "identity") === "identity";
        const text = await textOf(answer.body, isPlain ? maxBytes : 0);
        return { status: answer.statusCode, headers: answer.headers, text: isPlain ? text : null };
      } catch (error) {
        return UNRESOLVABLE.has((error as NodeJS.ErrnoException).code) ? "unresolvable" : "unreachable";
      }
    },
    async stop() {
      if (agents === null) return;
      const all = await agents;
      await Promise.all([all.listed.destroy(), all.public.destroy()]);
    },
  };
}

/** Reads a body; null as soon as it is too large. The rest is not read. */
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
