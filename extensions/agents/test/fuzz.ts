import { randomUUID } from "node:crypto";
import { chance, pick, type Random } from "#test/support/seeded.ts";
import { startAgent, type Agent } from "./agent.ts";
import { signedHeaders, testKey, type TestKey } from "./platform.ts";
import { ucpErrors } from "./ucp-schemas.ts";
import type { Hostile } from "#test/fuzz/hostile.ts";
import { rawBody } from "#test/fuzz/bodies.ts";
import type { FuzzRequest, Operation } from "#test/fuzz/requests.ts";
import { nasty, spoil } from "#test/fuzz/values.ts";

/** The operations of UCP, with the published schema of what they answer. */
const OPERATIONS = [
  ["search_catalog", "POST", "/catalog/search", "shopping/catalog_search.json#/$defs/search_response"],
  ["lookup_catalog", "POST", "/catalog/lookup", "shopping/catalog_lookup.json#/$defs/lookup_response"],
  ["get_product", "POST", "/catalog/product", "shopping/catalog_lookup.json#/$defs/get_product_response"],
  ["create_checkout", "POST", "/checkout-sessions", "shopping/checkout.json"],
  ["get_checkout", "GET", "/checkout-sessions/*", "shopping/checkout.json"],
  ["update_checkout", "PUT", "/checkout-sessions/*", "shopping/checkout.json"],
  ["complete_checkout", "POST", "/checkout-sessions/*/complete", "shopping/checkout.json"],
  ["cancel_checkout", "POST", "/checkout-sessions/*/cancel", "shopping/checkout.json"],
  ["get_order", "GET", "/orders/*", "shopping/order.json"],
] as const;
const SCHEMAS: Readonly<Record<string, string>> = Object.fromEntries(
  OPERATIONS.map(([name, , , schema]) => [name, schema]),
);

/** Any call of a tool, and the tools that ask before a purchase. */
const TOOL = "tools/call";
const TOOLS: Readonly<Record<string, (random: Random) => object>> = {
  compare_tariffs: (random) => ({
    data_gb: pick(random, [0, 5, "unlimited", -1, 1e9]),
    abroad: { countries: [pick(random, ["FR", "XX", "US", "CH"])], days: pick(random, [1, 31, 0]) },
    max_monthly: pick(random, [0, 3000, 1e12]),
  }),
  bundle_coverage: (random) => ({ bundle: pick(random, ["EU10", "nothing"]), country: pick(random, ["FR", "XX"]) }),
  transfer_requirements: (random) => ({ date: pick(random, ["2027-01-31", "2027-02-31", "soon"]) }),
  tariff_options: (random) => ({ tariff: pick(random, ["SMART60", "TVM", "'", "nothing"]) }),
  search_catalog: (random) => questionOf(random),
  get_checkout: () => ({}),
};

/** The shop's own call that opens a platform's link. */
const LINK = "preparedCheckout";

const ITEMS = ["mobile:SMART30:182400002", "mobile:SMART60:182400001:AARE5", "mobile:PREPAID20", "tv:TVM:12"] as const;
const IDS = ["mobile:SMART60", "device:AARE5", "tv:TVM", "mobile:", ":", "nothing", ...ITEMS] as const;
const WORDS = ["abo", "5g", "prepaid", "iPhone", "'", "%", "\\", "100 GB unter 50 Franken"] as const;

/** Starts two platforms that may buy; a third one is unknown to the shop. */
export async function start(): Promise<Hostile> {
  const keys = [testKey(), testKey(), testKey()] as const;
  const agents = (await Promise.all(keys.map((key) => startAgent(undefined, key)))) as [Agent, Agent, Agent];
  const sessions: string[] = [];
  /** The secrets of the links that the shop has given, and the version that a person has seen last. */
  const links: string[] = ["nothing"];
  let seen = "nothing";
  const used: string[] = ["same"];
  const outcomes = new Map<string, Set<string>>([LINK, TOOL, ...Object.keys(SCHEMAS)].map((name) => [name, new Set()]));
  let authority = "";

  /** Remembers what the next requests use. */
  function learn(answer: Record<string, unknown>): void {
    const { id, continue_url: link } = answer;
    // An order and a shop's checkout have other ids.
    if (typeof id === "string" && Array.isArray(answer["totals"]) && "expires_at" in answer && !sessions.includes(id))
      sessions.push(id);
    if (typeof answer["version"] === "string") seen = answer["version"];
    const secret = typeof link === "string" && URL.canParse(link) ? new URL(link).hash.slice(1) : "";
    if (secret !== "") links.push(secret);
  }

  /** Returns a call of a tool by MCP, by the first platform. */
  function callTool(random: Random): FuzzRequest {
    const [agent] = agents;
    const name = pick(random, [...Object.keys(TOOLS), "nothing", "__proto__"]);
    const meta = { "ucp-agent": { profile: agent.profileUrl }, "idempotency-key": pick(random, used.slice(-3)) };
    const id = pick(random, [...sessions.slice(-20), "nobody"]);
    const sent = {
      meta,
      ...(Object.hasOwn(TOOLS, name) ? TOOLS[name]?.(random) : questionOf(random)),
      ...(name === "get_checkout" && { id }),
    };
    const usual = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: maybeSpoiled(random, sent) },
    };
    const body = Buffer.from(JSON.stringify(maybeSpoiled(random, usual)) ?? "", "utf8");
    const path = "/ucp/mcp";
    const own = { accept: "application/json, text/event-stream", "idempotency-key": meta["idempotency-key"] };
    const signed = signedHeaders(keys[0], agent.profileUrl, {
      authority,
      path,
      headers: own,
      body: body.toString("utf8"),
    });
    const operation: Operation = { name: TOOL, method: "POST", path, parameters: [], bodies: {} };
    const headers = changed(random, Object.entries(signed));
    return { operation, method: "POST", path, headers, body, truncated: false, routed: true };
  }

  return {
    env: {
      AGENTS: "ucp",
      AGENTS_PLATFORMS: agents
        .slice(0, 2)
        .map(({ profileUrl }) => profileUrl)
        .join(" "),
    },
    visits(shop) {
      authority = new URL(shop.publicUrl).host;
      for (const agent of agents) agent.visits(shop);
    },
    make(random, xsrf) {
      if (chance(random, 0.2)) return openLink(random, xsrf, { secret: pick(random, links.slice(-5)), version: seen });
      if (chance(random, 0.2)) return callTool(random);
      const [name, usual, template] = pick(random, OPERATIONS);
      const id = () =>
        chance(random, 0.8)
          ? pick(random, [...sessions.slice(-5), "nobody"])
          : encodeURIComponent(String(pick(random, ["", "'", "\u0000", "a".repeat(150), "..", "__proto__"])));
      const path = `/ucp${template.replaceAll("*", id)}`;
      const method = chance(random, 0.97) ? usual : pick(random, ["GET", "POST", "PUT", "DELETE", "PATCH"]);
      const { bytes, type } = usual === "GET" ? NO_BODY : bodyOf(random, name);
      const at = chance(random, 0.9) ? (chance(random, 0.6) ? 0 : 1) : 2;
      if (chance(random, 0.9)) used.push(randomUUID());
      const own = method === "GET" ? {} : { "idempotency-key": pick(random, used.slice(-3)) };
      const signed = signedHeaders(
        (chance(random, 0.97) ? keys[at] : pick(random, keys)) as TestKey,
        (agents[at] as Agent).profileUrl,
        { method, authority, path, headers: own, body: bytes?.toString("latin1") ?? "" },
      );
      const operation: Operation = { name, method: usual, path: template, parameters: [], bodies: {} };
      const headers = Object.entries({ ...signed, ...(type !== null && { "content-type": type }) });
      return {
        operation,
        method,
        path,
        headers: changed(random, headers),
        body: bytes,
        truncated: false,
        routed: true,
      };
    },
    judge({ operation, method, body }, reply, secrets) {
      if (reply === null) return "no answer at all";
      const { status, headers, text } = reply;
      if (status >= 500) return `status ${status}`;
      const shown = secrets.find((secret) => text.includes(secret));
      if (shown) return `another shopper's data: ${shown}`;
      // Node itself answers these, before any route is known.
      if ([400, 408, 431].includes(status) && headers.get("connection") === "close" && /"message"/.test(text))
        return null;
      // A message without an id expects no answer (MCP, Transports).
      if (status === 202 && operation.name === TOOL && text === "" && !hasId(body)) return null;
      if (!headers.get("content-type")?.startsWith("application/json")) return `status ${status} without JSON`;
      const answer = JSON.parse(text) as Record<string, unknown>;
      const { status: outcome = status === 200 ? "success" : String(status) } = (answer["ucp"] ?? {}) as Ucp;
      if (method === operation.method) outcomes.get(operation.name)?.add(outcome);
      if (operation.name === LINK) {
        learn(answer);
        return null;
      }
      if (operation.name === TOOL) return judgeTool(answer);
      if (status >= 400)
        return typeof answer["code"] === "string" && typeof answer["content"] === "string"
          ? null
          : `status ${status} without a code and a sentence`;
      learn(answer);
      const schema = outcome === "error" ? "shopping/types/error_response.json" : SCHEMAS[operation.name];
      const wrong = schema && method === operation.method ? ucpErrors(schema, answer) : [];
      return wrong.length > 0 ? `status ${status} against ${schema}: ${wrong.join("; ")}` : null;
    },
    outcomes,
    async stop() {
      await Promise.all(agents.map((agent) => agent.stop()));
    },
  };
}

const hasId = (message: Buffer | null) => Object.hasOwn(JSON.parse(message?.toString() ?? "{}") as object, "id");

/** Returns the mistake in an answer of MCP; null if there is none. */
function judgeTool(answer: Record<string, unknown>): string | null {
  if (answer["jsonrpc"] !== "2.0") return "an answer without JSON-RPC";
  return "result" in answer === "error" in answer ? "neither a result nor an error" : null;
}

const maybeSpoiled = (random: Random, value: unknown) => (chance(random, 0.25) ? spoil(random, value) : value);

/** Returns the request of a person's browser that opens a platform's link, or takes over what was prepared. */
function openLink(
  random: Random,
  xsrf: string,
  known: { readonly secret: string; readonly version: string },
): FuzzRequest {
  const usual = {
    ...known,
    browser: pick(random, ["a browser, at random", "another one, at random"]),
    take: chance(random, 0.6),
  };
  const body = chance(random, 0.2) ? spoil(random, usual) : usual;
  const path = "/public-api/prepared-checkout";
  const headers: [string, string][] = [
    ["content-type", "application/json"],
    ["cookie", `XSRF-TOKEN=${xsrf}`],
    ["X-XSRF-TOKEN", xsrf],
  ];
  const operation: Operation = { name: LINK, method: "POST", path, parameters: [], bodies: {} };
  const bytes = Buffer.from(JSON.stringify(body) ?? "", "utf8");
  return { operation, method: "POST", path, headers, body: bytes, truncated: false, routed: true };
}

type Ucp = { readonly status?: string };
const NO_BODY = { bytes: null, type: null };

/**
 * Returns a body that mostly follows the protocol, usually with one mistake. Some have none, so that there is something
 * to change, complete and cancel.
 */
function bodyOf(random: Random, name: string): { readonly bytes: Buffer | null; readonly type: string | null } {
  if (name.endsWith("checkout") && chance(random, 0.3)) {
    const right = { line_items: [{ item: { id: pick(random, ITEMS) }, quantity: 1 }] };
    return { bytes: Buffer.from(JSON.stringify(right)), type: "application/json" };
  }
  if (chance(random, 0.1)) {
    const { bytes, headers } = rawBody(random, "application/json");
    return { bytes, type: headers.find(([header]) => header === "content-type")?.[1] ?? null };
  }
  let body: unknown = name.endsWith("checkout") ? checkoutOf(random) : questionOf(random);
  if (chance(random, 0.4)) body = spoil(random, body);
  // A mistake further inside.
  if (chance(random, 0.3)) body = spoiledInside(random, body);
  return { bytes: Buffer.from(JSON.stringify(body) ?? "", "utf8"), type: "application/json" };
}

const questionOf = (random: Random) => ({
  query: pick(random, WORDS),
  ids: [pick(random, IDS), pick(random, IDS)],
  id: pick(random, IDS),
  context: { language: pick(random, ["de", "fr", "xx", "de-CH", ""]), currency: pick(random, ["CHF", "EUR"]) },
  filters: {
    categories: [pick(random, ["device", "tv", "x"])],
    price: { min: 0, max: pick(random, [0, 5000, 2 ** 40]) },
  },
  pagination: { limit: pick(random, [1, 10, 10_000]) },
});

const checkoutOf = (random: Random) => ({
  line_items: [{ item: { id: pick(random, IDS) }, quantity: pick(random, [1, 1, 1, 2, 1e9]) }],
  buyer: {
    first_name: pick(random, ["Ada", "Žarko", "x".repeat(200)]),
    last_name: "Muster",
    email: pick(random, ["ada@example.ch", "nobody", "mia.keller@example.ch"]),
    phone_number: pick(random, ["+41784123456", "079", "+1 202 555 0100"]),
  },
  telecom: {
    sim: pick(random, ["card", "esim"]),
    number: pick(random, [
      { kind: "new" },
      { kind: "chosen", msisdn: "41784000003" },
      { kind: "transfer", msisdn: "079" },
    ]),
    bundles: pick(random, [[], ["EU10"], ["SPORT", "EU10"], ["nothing"]]),
    customer: { salutation: "mrs", birthday: pick(random, ["1990-05-04", "2990-02-30", "05/04/1990"]) },
  },
});

/** Spoils one of the objects in a body. */
function spoiledInside(random: Random, body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const fields = Object.entries(body as Record<string, unknown>).filter(([, value]) => typeof value === "object");
  if (fields.length === 0) return body;
  const [name, value] = pick(random, fields);
  return { ...body, [name]: Array.isArray(value) ? [spoil(random, value[0]), nasty(random)] : spoil(random, value) };
}

/** Removes, repeats or replaces a header, sometimes. */
function changed(random: Random, headers: readonly [string, string][]): [string, string][] {
  const all = [...headers];
  if (chance(random, 0.9)) return all;
  const at = Math.floor(random() * all.length);
  const [name = "x", value = ""] = all[at] ?? [];
  const kind = pick(random, ["remove", "repeat", "replace"] as const);
  if (kind === "remove") all.splice(at, 1);
  else if (kind === "repeat") all.push([name, value]);
  else
    all[at] = [
      name,
      pick(random, ["", "x", "sig1=::", 'profile="http://127.0.0.1:1/"', 'profile="', "\u00ff", "x".repeat(3000)]),
    ];
  return all;
}
