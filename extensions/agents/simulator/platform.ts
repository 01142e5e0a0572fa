import { randomUUID } from "node:crypto";
import { startFake, type StandIn } from "#simulator/play/fake-server.ts";
import type { Journal } from "#simulator/play/journal.ts";
import type { Switches } from "#simulator/play/switches.ts";
import { mistakeOf, newKey, signed } from "./signing.ts";

/** An answer of the shop, with the fields that the platform reads. */
export type ShopAnswer = {
  readonly id?: string;
  readonly status?: string;
  readonly code?: string;
  readonly content?: string;
  readonly continue_url?: string;
  readonly messages?: readonly { readonly content?: string; readonly severity?: string; readonly path?: string }[];
  readonly products?: readonly {
    readonly title: string;
    readonly variants: readonly {
      readonly id: string;
      readonly title: string;
      readonly price: { readonly amount: number };
      readonly telecom?: { readonly prices?: { readonly monthly?: number } };
    }[];
  }[];
  readonly line_items?: readonly { readonly status?: string }[];
};
/** What the shop has told about an order. */
type Told = { readonly order: ShopAnswer; readonly deliveries: number };
type ShopProfile = {
  readonly ucp?: { readonly capabilities?: Readonly<Record<string, readonly object[]>> };
  readonly signing_keys?: readonly Record<string, unknown>[];
};
export type Platform = Awaited<ReturnType<typeof startPlatform>>;

const VERSION = "2026-04-08";
const ORDER = "dev.ucp.shopping.order";

/**
 * Starts a platform that buys for people by UCP: it serves its profile, signs its calls, and receives webhooks. It
 * declares the capabilities of the shop, which it has read at the shop's `/.well-known/ucp`.
 */
export async function startPlatform(
  shopUrl: string,
  { port, switches, journal }: { readonly port: number; readonly switches: Switches; readonly journal: Journal },
) {
  const [ownKey, unlisted] = [newKey(), newKey()];
  /** What the shop has told, by `Webhook-Id`, newest last. */
  const told = new Map<string, Told>();

  const answer: StandIn = async ({ method, path, headers, raw, json }) => {
    if (method === "GET" && path === "/profile") {
      const headers = { "cache-control": "public, max-age=60" };
      return { headers, body: profileOf(await readProfile(), `${fake.url}/webhook`, ownKey.jwk) };
    }
    if (method !== "POST" || path !== "/webhook") return { status: 404 };
    if (switches.take("decline")) return { status: 422, remark: "declined" };
    const id = String(headers["webhook-id"]);
    const { signing_keys: keys = [] } = await readProfile();
    const mistake = mistakeOf({ method, url: new URL(`${fake.url}${path}`), headers, body: raw }, keys);
    if (mistake !== null) return { status: 401, remark: mistake };
    const known = told.get(id);
    told.set(id, { order: json(), deliveries: (known?.deliveries ?? 0) + 1 });
    return { status: 204, remark: `order ${String(json()["id"])}` };
  };
  const fake = await startFake(answer, { port, switches, journal });

  async function readProfile(): Promise<ShopProfile> {
    const reply = await fetch(`${shopUrl}/.well-known/ucp`).catch(() => null);
    return reply?.ok ? ((await reply.json()) as ShopProfile) : {};
  }

  /** Calls an operation of the shop, signed. Returns what is wrong as a sentence. */
  async function call(method: string, path: string, body?: object, key?: string): Promise<ShopAnswer | string> {
    const url = new URL(`${shopUrl}/ucp${path}`);
    const text = body ? JSON.stringify(body) : "";
    const headers = {
      "ucp-agent": `profile="${fake.url}/profile"`,
      ...(method === "GET" ? {} : { "idempotency-key": key ?? randomUUID() }),
    };
    const request = signed({ method, url, headers, body: text }, switches.take("wrongSignature") ? unlisted : ownKey);
    const reply = await fetch(url, { method, headers: request, ...(text && { body: text }) }).catch(() => null);
    journal.add(`${method} /ucp${path}`, reply ? String(reply.status) : "no answer");
    if (!reply) return `The shop at ${shopUrl} does not answer.`;
    const read = (await reply.json().catch(() => ({}))) as ShopAnswer;
    return reply.ok ? read : `The shop answered ${reply.status}: ${read.code ?? ""} ${read.content ?? ""}`.trim();
  }
  return { profileUrl: `${fake.url}/profile`, call, told, stop: () => fake.stop() };
}

/** Returns the profile of the platform (UCP overview, "Platform Profile"). */
function profileOf({ ucp = {} }: ShopProfile, webhookUrl: string, jwk: object) {
  const capabilities = Object.entries(ucp.capabilities ?? {}).map(([name, versions]) => [
    name,
    name === ORDER ? versions.map((each) => ({ ...each, config: { webhook_url: webhookUrl } })) : versions,
  ]);
  return {
    ucp: {
      version: VERSION,
      services: {},
      payment_handlers: {},
      capabilities: Object.fromEntries(capabilities) as object,
    },
    signing_keys: [jwk],
  };
}
