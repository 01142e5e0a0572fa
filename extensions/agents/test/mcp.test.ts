import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "#libraries/agents/client.ts";
import { startAgent, type Agent } from "./agent.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { callOf, connectClient, metaOf, postMessage, toolCall, type SentMessage } from "./tools.ts";
import { ucpErrors } from "./ucp-schemas.ts";

let agent: Agent;
let other: Agent;
/** A platform that only shows products. */
let reader: Agent;
let shop: Shop;
let client: Client;
let unsigned: Client;
beforeAll(async () => {
  [agent, other, reader] = await Promise.all([
    startAgent(),
    startAgent(),
    startAgent(
      (profile) => JSON.parse(JSON.stringify(profile).replaceAll("dev.ucp.shopping.checkout", "dev.ucp.x.y")) as object,
    ),
  ]);
  const platforms = [agent, other, reader].map(({ profileUrl }) => profileUrl).join(" ");
  shop = await startShop({
    env: { AGENTS: "ucp", AGENTS_PLATFORMS: platforms, TRUST_PROXY: "1" },
    openLimits: true,
  });
  for (const each of [agent, other, reader])
    each.visits({ url: shop.url, publicUrl: shop.kasse.services.config.publicUrl });
  client = await connectClient(shop, agent);
  unsigned = await connectClient(shop, agent, false);
});
afterAll(async () => {
  await Promise.all([client.close(), unsigned.close()]);
  await shop.stop();
  await Promise.all([agent.stop(), other.stop(), reader.stop()]);
});

const VARIANT = "mobile:SMART30:182400002";
const checkout = (id = VARIANT) => ({ line_items: [{ item: { id }, quantity: 1 }], context: { language: "en" } });
const post = (message: unknown, sent?: SentMessage, by = agent) => postMessage(shop, by, message, sent);
const call = (name: string, args: object = {}, sent?: SentMessage) => post(toolCall(agent, name, args), sent);

async function created() {
  const answer = await callOf(client, agent, "create_checkout", { checkout: checkout() });
  expect(ucpErrors("shopping/checkout.json", answer)).toEqual([]);
  return answer;
}

describe("the official client", () => {
  test("learns the tools, without naming a platform", async () => {
    const { tools } = await unsigned.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["search_catalog", "lookup_catalog", "get_product", "create_checkout", "get_order"]),
    );
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints["get_checkout"]).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints["create_checkout"]).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints["update_checkout"]).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    for (const { inputSchema, description, title } of tools) {
      expect(inputSchema.required).toContain("meta");
      expect(description?.length).toBeGreaterThan(20);
      expect(title).toMatch(/^[A-Z][a-z ]+$/);
    }
    await unsigned.ping();
    expect(unsigned.getInstructions()).toContain("continue_url");
  });

  test("searches, looks up and shows products as REST does, without a signature", async () => {
    for (const [name, path, catalog, schema] of [
      ["search_catalog", "/catalog/search", { query: "SMART60" }, "catalog_search.json#/$defs/search_response"],
      ["lookup_catalog", "/catalog/lookup", { ids: [VARIANT] }, "catalog_lookup.json#/$defs/lookup_response"],
      ["get_product", "/catalog/product", { id: VARIANT }, "catalog_lookup.json#/$defs/get_product_response"],
    ] as const) {
      const answer = await callOf(unsigned, agent, name, { catalog });
      expect(ucpErrors(`shopping/${schema}`, answer)).toEqual([]);
      expect(answer).toEqual((await agent.call("POST", path, catalog, { signs: false })).body);
    }
  });

  test("prepares, reads, changes and cancels a checkout, which REST shows too", async () => {
    const begun = await created();
    expect(begun).toMatchObject({ status: "incomplete", ucp: { status: "success" } });
    const args = { id: begun.id, checkout: { ...checkout(), buyer: { first_name: "Ada" } } };
    const updated = await callOf(client, agent, "update_checkout", args);
    const got = await callOf(client, agent, "get_checkout", { id: begun.id });
    const completed = await callOf(client, agent, "complete_checkout", { id: begun.id, checkout: {} });
    for (const each of [updated, got, completed]) {
      expect(ucpErrors("shopping/checkout.json", each)).toEqual([]);
      expect(each).toMatchObject({ id: begun.id, buyer: { first_name: "Ada" } });
      expect(each.continue_url).toMatch(/^http/);
    }
    const { body } = await agent.call("GET", `/checkout-sessions/${begun.id}`);
    expect({ ...body, continue_url: "", messages: [] }).toEqual({ ...got, continue_url: "", messages: [] });
    const cancelled = await callOf(client, agent, "cancel_checkout", { id: begun.id });
    expect(ucpErrors("shopping/checkout.json", cancelled)).toEqual([]);
    expect(cancelled.status).toBe("canceled");
  });

  test("gets outcomes, not errors, for what is not sold and for what is not its own", async () => {
    const { id } = await created();
    const foreign = await connectClient(shop, other);
    const answers = [
      await callOf(client, agent, "create_checkout", { checkout: checkout("mobile:NOTHING:182400001") }),
      await callOf(client, agent, "get_order", { id: "unknown" }),
      await callOf(foreign, other, "get_checkout", { id }),
      await callOf(unsigned, agent, "get_product", { catalog: { id: "nothing" } }),
    ];
    for (const answer of answers) {
      expect(ucpErrors("shopping/types/error_response.json", answer)).toEqual([]);
      expect(answer.ucp.status).toBe("error");
    }
    await foreign.close();
  });
});

describe("questions before a purchase", () => {
  const ask = async (name: string, question: object) => {
    const answer = await callOf(unsigned, agent, name, { question: { ...question, context: { language: "fr" } } });
    expect(ucpErrors("ucp.json#/$defs/response_catalog_schema", answer.ucp)).toEqual([]);
    return answer;
  };

  test("are answered without a signature, in the person's language, and lead into a checkout", async () => {
    const compared = await ask("compare_tariffs", { data_gb: 10, abroad: { countries: ["FR"], days: 3 } });
    const { tariffs } = compared as unknown as {
      tariffs: [{ variant: string; bundles: { code: string }[]; reasons: { content: string }[]; prices: object }];
    };
    const [{ variant, bundles, reasons, prices }] = tariffs;
    expect(reasons.map(({ content }) => content)).toContain("20 Go par mois en Suisse.");
    const telecom = { bundles: bundles.map(({ code }) => code) };
    const prepared = await callOf(client, agent, "create_checkout", { checkout: { ...checkout(variant), telecom } });
    expect(prepared.telecom.prices).toEqual(prices);
    expect(await ask("bundle_coverage", { country: "RS" })).toMatchObject({
      country: { code: "RS", name: "Serbie" },
      bundles: [{ code: "BALKAN5" }],
    });
    expect(await ask("transfer_requirements", { current_contract: "prepaid" })).toMatchObject({ offered: true });
    expect(await ask("tariff_options", { tariff: "SMART60" })).toMatchObject({
      bundles: [{ code: "EU10" }, {}, {}, {}],
    });
    expect(ucpErrors("shopping/types/error_response.json", await ask("tariff_options", { tariff: "X" }))).toEqual([]);
  });

  test.each([
    ["a country that does not exist", { abroad: { countries: ["XX"] } }],
    ["a misspelled wish", { data: 10 }],
    ["less than nothing", { data_gb: -1 }],
    ["a list without end", { abroad: { countries: Array.from({ length: 21 }, () => "FR") } }],
  ])("with %s have wrong arguments", async (_what, question) => {
    expect((await call("compare_tariffs", { question }, { signs: false })).body.error).toMatchObject({ code: -32602 });
  });

  test("are no paths of REST", async () => {
    const { status } = await agent.call("POST", "/compare_tariffs", { question: {} }, { signs: false });
    expect(status).toBe(404);
  });
});

test("a platform without a tool's capability is told so", async () => {
  const { status, body } = await post(toolCall(reader, "create_checkout", { checkout: checkout() }), {}, reader);
  expect(status).toBe(200);
  const { structuredContent } = body.result;
  expect(ucpErrors("shopping/types/error_response.json", structuredContent)).toEqual([]);
  expect(structuredContent.messages[0]).toMatchObject({ code: "capabilities_incompatible" });
});

describe("the idempotency key", () => {
  const keyed = (key: string, more: object = {}, id: unknown = randomUUID()) => ({
    ...toolCall(agent, "create_checkout", { meta: metaOf(agent, key), checkout: { ...checkout(), ...more } }),
    id,
  });

  test("of the arguments gives a repetition the first answer, whatever its message's id", async () => {
    const key = randomUUID();
    const [first, again] = [await post(keyed(key)), await post(keyed(key))];
    expect(first.body.id).not.toBe(again.body.id);
    expect(again.body.result.structuredContent.id).toBe(first.body.result.structuredContent.id);
    const different = await post(keyed(key, { buyer: { first_name: "Eve" } }));
    expect(different).toMatchObject({
      status: 409,
      body: { error: { code: -32000, data: { code: "idempotency_key_reused" } } },
    });
  });

  test("may be in the header as well, if it is the same there", async () => {
    const key = randomUUID();
    expect((await post(keyed(key), { headers: { "idempotency-key": key } })).status).toBe(200);
    const differs = await post(keyed(key), { headers: { "idempotency-key": randomUUID() } });
    expect(differs.body.error).toMatchObject({ code: -32602, data: { code: "idempotency_key_mismatch" } });
  });

  test.each(["a\u0000b", "\ud800", "\u0000"])("%j cannot be stored", async (key) => {
    const { status, body } = await post(keyed(key, {}, 77));
    expect({ status, code: body.error?.code, id: body.id }).toEqual({ status: 200, code: -32602, id: 77 });
  });

  test("is needed for a change", async () => {
    const meta = { "ucp-agent": { profile: agent.profileUrl } };
    const { body } = await call("create_checkout", { meta, checkout: checkout() });
    expect(body.error).toMatchObject({ code: -32602, data: { code: "idempotency_key_required" } });
    const { id } = await created();
    expect((await call("get_checkout", { meta, id })).body.result.structuredContent.id).toBe(id);
  });
});

describe("a signature", () => {
  test("is needed for checkouts and orders", async () => {
    for (const [name, args] of [
      ["create_checkout", { checkout: checkout() }],
      ["get_checkout", { id: "x" }],
      ["get_order", { id: "x" }],
    ] as const)
      expect(await call(name, args, { signs: false })).toMatchObject({
        status: 401,
        body: { id: 1, error: { code: -32000, data: { code: "signature_missing", continue_url: expect.any(String) } } },
      });
  });

  test("covers the whole message, and is always verified", async () => {
    const body = JSON.stringify(toolCall(agent, "search_catalog", { catalog: { query: "abo" } }));
    const headers = agent.toolHeaders(body, {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    });
    const send = async (sent: string) => {
      const response = await fetch(`${shop.url}/ucp/mcp`, { method: "POST", headers, body: sent });
      return { status: response.status, body: await response.json() };
    };
    expect(await send(body.replace("abo", "tv"))).toMatchObject({
      status: 400,
      body: { error: { code: -32600, data: { code: "digest_mismatch" } } },
    });
    expect(await send(body)).toMatchObject({ status: 200 });
  });

  test("of the shop is on the answer to a completed checkout only", async () => {
    const { id } = await created();
    const completed = await call("complete_checkout", { id });
    expect(completed.headers.get("signature")).toMatch(/^sig1=:/);
    expect(completed.headers.get("content-digest")).toMatch(/^sha-256=:/);
    expect((await call("get_checkout", { id })).headers.get("signature")).toBeNull();
  });
});

describe("the profile", () => {
  const named = (profile: unknown) => ({ meta: { "ucp-agent": { profile } }, catalog: { query: "abo" } });
  const refused = (code: string, status: number) => ({ status, body: { error: { code: -32001, data: { code } } } });

  test("has to be in the arguments", async () => {
    for (const args of [{ meta: {}, catalog: { query: "abo" } }, { meta: undefined }])
      expect(await call("search_catalog", args, { signs: false })).toMatchObject(refused("invalid_profile_url", 400));
  });

  test("has to be the one of the header, if there is one", async () => {
    expect(await call("search_catalog", named(other.profileUrl))).toMatchObject(refused("invalid_profile_url", 400));
    const headers = { "ucp-agent": `profile="${other.profileUrl}"` };
    expect(await call("search_catalog", named(agent.profileUrl), { headers, signs: false })).toMatchObject(
      refused("invalid_profile_url", 400),
    );
  });

  test("has to be one that may buy", async () => {
    const stranger = named("http://127.0.0.1:9/profile");
    expect(await call("search_catalog", stranger, { signs: false })).toMatchObject(refused("profile_not_trusted", 403));
  });
});

describe("a message", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  test.each([
    ["no JSON", "{", 400, -32700],
    ["nothing", "", 400, -32700],
    ["no message", { hello: 1 }, 400, -32600],
    ["a text", '"hello"', 400, -32600],
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }], 400, -32600],
    ["too many levels", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${deep(20_000)}}}`, 400, -32600],
    ["a method that does not exist", { jsonrpc: "2.0", id: 1, method: "resources/list" }, 200, -32601],
  ])("with %s is refused", async (_what, message, status, code) => {
    const reply = await post(message, { signs: false });
    expect(reply).toMatchObject({ status, body: { error: { code } } });
  });

  test.each([
    ["a tool that does not exist", "delete_everything", {}],
    ["a tool of JavaScript's own", "constructor", {}],
    ["wrong metadata", "search_catalog", { meta: "x", catalog: { query: "abo" } }],
    ["a request that is no object", "search_catalog", { catalog: "abo" }],
    ["no request", "search_catalog", {}],
    [
      "more ids than one call answers",
      "lookup_catalog",
      { catalog: { ids: Array.from({ length: 51 }, (_, at) => `id-${at}`) } },
    ],
    ["an id that is no text", "get_checkout", { id: 7 }],
    ["an unknown option", "create_checkout", { checkout: { ...checkout(), telecom: { puk: "12345678" } } }],
  ])("with %s has wrong arguments", async (_what, name, args) => {
    const { status, body } = await call(name, args);
    expect({ status, code: body.error?.code, id: body.id }).toEqual({ status: 200, code: -32602, id: 1 });
  });

  test.each([
    ["no params", {}],
    ["no name", { params: { arguments: {} } }],
    ["a name that is no text", { params: { name: 7 } }],
    ["arguments that are no object", { params: { name: "search_catalog", arguments: "abo" } }],
  ])("that calls a tool with %s has wrong params", async (_what, more) => {
    const { status, body } = await post({ jsonrpc: "2.0", id: "a", method: "tools/call", ...more }, { signs: false });
    expect({ status, code: body.error?.code, id: body.id }).toEqual({ status: 200, code: -32602, id: "a" });
  });

  test.each([
    ["initialize without params", "initialize", undefined],
    ["initialize without a version", "initialize", { capabilities: {}, clientInfo: { name: "x", version: "1" } }],
    ["a list of tools from a cursor that is no text", "tools/list", { cursor: 7 }],
  ])("with %s has wrong params", async (_what, method, params) => {
    const { status, body } = await post({ jsonrpc: "2.0", id: "a", method, params }, { signs: false });
    expect({ status, code: body.error?.code, id: body.id }).toEqual({ status: 200, code: -32602, id: "a" });
  });

  test.each([
    ["no method", { jsonrpc: "2.0", id: 77 }, 77],
    ["another version", { jsonrpc: "1.0", id: "x", method: "ping" }, "x"],
    ["an id that is no id", { jsonrpc: "2.0", id: { a: 1 }, method: "ping" }, null],
    ["too many levels", `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":${deep(50)}}}`, 7],
  ])("with %s is refused with its id, if it has one", async (_what, message, id) => {
    expect(await post(message, { signs: false })).toMatchObject({ status: 400, body: { id, error: { code: -32600 } } });
  });

  test("of a batch has to be sent by itself", async () => {
    const { body } = await post([{ jsonrpc: "2.0", id: 1, method: "ping" }], { signs: false });
    expect(body).toMatchObject({ id: null, error: { message: expect.stringContaining("each message by itself") } });
  });

  test("that expects no answer gets none", async () => {
    const { status, headers } = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, headers.get("content-length") ?? "0"]).toEqual([202, "0"]);
  });

  test("may be as large as other bodies", async () => {
    const { status } = await call("search_catalog", { catalog: { query: "x".repeat(70_000) } });
    expect(status).toBe(413);
  });
});

describe("the endpoint", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("has no streams and no sessions", async () => {
    for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
      const response = await fetch(`${shop.url}/ucp/mcp`, { method, headers: { accept: "text/event-stream" } });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: expect.any(Number) } });
    }
    const reply = await post(ping, { headers: { "mcp-session-id": "somebody-else" } });
    expect([reply.status, reply.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  test("is not for the pages of others", async () => {
    const { origin } = new URL(shop.kasse.services.config.publicUrl);
    const from = (value: string) => post(ping, { headers: { origin: value }, signs: false });
    expect((await from(origin)).status).toBe(200);
    for (const foreign of ["https://evil.example", "null", `${origin}.evil.example`])
      expect(await from(foreign)).toMatchObject({ status: 403, body: { id: 1, error: { code: -32000 } } });
    const headers = { origin: "https://evil.example" };
    expect((await fetch(`${shop.url}/ucp/mcp`, { headers })).status).toBe(403);
    expect(await post("{", { headers, signs: false })).toMatchObject({ status: 403, body: { id: null } });
  });

  // The library asks for both types, but there are no streams here (mcptools#69, UCAgent#127).
  test.each(["application/json", "*/*", "application/*;q=0.8", "text/html, Application/JSON; charset=utf-8"])(
    "answers a client that accepts %s",
    async (accept) => {
      expect(await post(ping, { headers: { accept } })).toMatchObject({ status: 200, body: { id: 1 } });
    },
  );

  test("is only for JSON, which the client has to accept", async () => {
    expect((await post(ping, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect(await post(ping, { headers: { accept: "text/html" } })).toMatchObject({ status: 406, body: { id: 1 } });
    expect((await post(ping, { headers: { accept: "text/event-stream" } })).status).toBe(406);
    expect((await post(ping, { headers: { accept: "application/json;q=0, */*;q=0" } })).status).toBe(406);
    const version = { "mcp-protocol-version": "1999-01-01" };
    expect(await post(ping, { headers: version })).toMatchObject({ status: 400, body: { id: 1 } });
  });
});

describe("too many calls", () => {
  const one = { count: 1, seconds: 60 } as const;
  const { limits } = { limits: () => shop.kasse.services.config.limits as Record<string, unknown> };
  async function narrowed(name: string, by: string, run: () => Promise<void>) {
    const before = limits()[name];
    limits()[name] = { ...one, by };
    await run();
    limits()[name] = before;
  }
  const tooMany = { status: 429, body: { error: { code: -32000, data: { code: "too_many_requests" } } } };

  test("of an address are refused before anything is read", () =>
    narrowed("agentCallsPerAddress", "address", async () => {
      const headers = { "x-forwarded-for": "198.51.100.7" };
      expect((await post("{", { headers, signs: false })).status).toBe(400);
      const refused = await post("{", { headers, signs: false });
      expect(refused).toMatchObject({
        ...tooMany,
        body: { id: null, error: { data: { retry_after: expect.any(Number) } } },
      });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }));

  test("of a platform are refused, whichever transport it uses", () =>
    narrowed("agentCallsPerPlatform", "platform", async () => {
      await other.call("POST", "/catalog/search", { query: "abo" }, { signs: false });
      const message = toolCall(other, "search_catalog", { catalog: { query: "abo" } });
      const refused = await post(message, { signs: false }, other);
      expect(refused).toMatchObject({ ...tooMany, body: { id: 1 } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await post({ jsonrpc: "2.0", id: 2, method: "ping" }, {}, other)).status).toBe(200);
    }));
});
