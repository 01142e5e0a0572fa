import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgent, type Agent, type AgentAnswer, type AgentProduct } from "./agent.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

let agent: Agent;
/** A platform that only shows products. */
let reader: Agent;
let shop: Shop;
beforeAll(async () => {
  agent = await startAgent();
  reader = await startAgent(
    (profile) => JSON.parse(JSON.stringify(profile).replaceAll("dev.ucp.shopping.checkout", "dev.ucp.x.y")) as object,
  );
  shop = await startShop({ env: { AGENTS: "ucp", AGENTS_PLATFORMS: `${agent.profileUrl} ${reader.profileUrl}` } });
  for (const each of [agent, reader]) each.visits({ url: shop.url, publicUrl: shop.kasse.services.config.publicUrl });
});
afterAll(async () => {
  await shop.stop();
  await Promise.all([agent.stop(), reader.stop()]);
});

async function search(body: object) {
  const { status, body: answer } = await agent.call("POST", "/catalog/search", body, { signs: false });
  expect(status).toBe(200);
  expect(ucpErrors("shopping/catalog_search.json#/$defs/search_response", answer)).toEqual([]);
  return answer;
}
async function lookUp(ids: readonly string[], more: object = {}) {
  const { body } = await agent.call("POST", "/catalog/lookup", { ids, ...more }, { signs: false });
  expect(ucpErrors("shopping/catalog_lookup.json#/$defs/lookup_response", body)).toEqual([]);
  return body;
}
async function product(id: string, more: object = {}) {
  const { body } = await agent.call("POST", "/catalog/product", { id, ...more }, { signs: false });
  if (body.ucp.status === "success")
    expect(ucpErrors("shopping/catalog_lookup.json#/$defs/get_product_response", body)).toEqual([]);
  return body;
}
const monthlyOf = (products: readonly AgentProduct[]) =>
  products.flatMap(({ variants }) => variants.map(({ telecom }) => telecom.prices.monthly));
const titles = ({ products }: AgentAnswer) => products.map(({ title }) => title);

describe("a search", () => {
  test("pages through the whole catalogue, each product once", async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({
        filters: { categories: ["mobile", "tv", "device"] },
        pagination: { cursor, limit: 4 },
      });
      expect(page.products.length).toBeLessThanOrEqual(4);
      ids.push(...page.products.map(({ id }) => id));
      ({ cursor } = page.pagination);
      expect(page.pagination.total_count).toBeGreaterThan(ids.length - 1);
    } while (cursor);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(["mobile:SMART30", "tv:TVM", "device:AARE5"]));
  });

  test("finds products by their words in the person's language, and by kind and monthly price", async () => {
    expect(titles(await search({ query: "a prepaid card", context: { language: "en" } }))[0]).toMatch(/prepaid/i);
    expect(titles(await search({ query: "télévision", context: { language: "fr-CH" } })).length).toBeGreaterThan(0);
    for (const [language, query] of Object.entries({ de: "Wertkarte", it: "prepagato", fr: "prépayée", sr: "dopuna" }))
      expect(titles(await search({ query, context: { language } }))[0], query).toMatch(/prepaid/i);
    expect((await search({ query: "Waschmaschine" })).products).toEqual([]);
    const cheap = await search({ filters: { categories: ["mobile"], monthly: { min: 1, max: 3500 } } });
    const prices = monthlyOf(cheap.products);
    expect(prices.length).toBeGreaterThan(0);
    expect(prices.every((price) => price >= 1 && price <= 3500)).toBe(true);
  });

  test("tells platforms to show what is paid later", async () => {
    const { messages } = await search({ query: "SMART60", context: { language: "en" } });
    expect(messages[0]).toMatchObject({ type: "warning", code: "recurring_charges", presentation: "disclosure" });
    expect(messages[0].content).toMatch(/CHF.*a month/);
  });

  test("says how long a contract binds, and what it costs after a promotion", async () => {
    const said = async (query: string) =>
      (await search({ query, context: { language: "en" } })).messages.map(({ content }) => content).join("\n");
    expect(await said("SMART60")).toMatch(/SMART 60, 24 months: CHF\u00a059\.90 a month after 24 months\./);
    expect(await said("SMART60")).toContain("minimum term of 24 months");
    expect(await said("TVM")).toMatch(/3 months: minimum term of 21 months/);
  });

  test("does not filter prices in another currency, and says so", async () => {
    const filters = { categories: ["device"], price: { min: 1, max: 1 } };
    expect((await search({ filters })).products).toEqual([]);
    const inEuro = await search({ filters, context: { currency: "EUR" } });
    expect(inEuro.products.length).toBeGreaterThan(0);
    expect(inEuro.messages[0]).toMatchObject({ type: "info", code: "currency_unsupported" });
  });

  test.each([
    ["nothing to search by", {}],
    ["a page of none", { query: "abo", pagination: { limit: 0 } }],
    ["a cursor of somebody else", { query: "abo", pagination: { cursor: "b3JkZXJz" } }],
    ["a query that is no text", { query: 7 }],
  ])("refuses %s", async (_what, body) => {
    const reply = await agent.call("POST", "/catalog/search", body, { signs: false });
    expect(reply).toMatchObject({ status: 400, body: { code: "invalid_request", content: expect.any(String) } });
  });
});

test.each([
  ["an unknown operation", 404, "not_found", "/nothing", "application/json", "{}"],
  ["a body of another type", 415, "unsupported_media_type", "/catalog/search", "application/xml", "<a/>"],
  ["a body that is too large", 413, "request_too_large", "/catalog/search", "application/json", "x".repeat(2 ** 17)],
])("%s is refused as UCP refuses", async (_what, status, code, path, type, body) => {
  const reply = await fetch(`${shop.url}/ucp${path}`, { method: "POST", headers: { "content-type": type }, body });
  expect([reply.status, await reply.json()]).toEqual([status, { code, content: expect.any(String) }]);
});

test.each([
  ["GET", "", 404, null],
  ["GET", "/", 404, null],
  ["GET", "/nothing", 404, null],
  ["DELETE", "/nothing/at/all?x=1", 404, null],
  ["GET", "/%zz", 404, null],
  ["GET", `/${"x".repeat(300)}`, 404, null],
  ["GET", `/orders/${"x".repeat(300)}`, 404, null],
  ["GET", "/catalog/search", 405, "POST"],
  ["DELETE", "/checkout-sessions", 405, "POST"],
  ["PATCH", "/checkout-sessions/one", 405, "GET, PUT"],
  ["PUT", "/orders/one", 405, "GET"],
  ["OPTIONS", "/orders/one", 405, "GET"],
])("%s /ucp%s is refused as UCP refuses, never with a page", async (method, path, status, allow) => {
  const reply = await fetch(`${shop.url}/ucp${path}`, { method, headers: { accept: "text/html" } });
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect([reply.status, reply.headers.get("allow"), await reply.json()]).toEqual([
    status,
    allow,
    { code: expect.stringMatching(/^[a-z_]+$/), content: expect.any(String) },
  ]);
});

describe("a lookup", () => {
  test("answers each id once, says how, and names those that do not exist", async () => {
    const [tariff, variant] = ["mobile:SMART60", "mobile:SMART60:182400001"];
    const { products, messages } = await lookUp([variant, tariff, variant, "nothing"]);
    expect(products).toHaveLength(1);
    expect(products[0].variants).toHaveLength(1);
    expect(products[0].variants[0].inputs).toEqual([
      { id: variant, match: "exact" },
      { id: tariff, match: "featured" },
    ]);
    expect(messages).toContainEqual({ type: "info", code: "not_found", content: "nothing" });
  });

  test("has the price that the shop window has", async () => {
    const { products } = await lookUp(["mobile:SMART30", "mobile:PREP20", "tv:TVM", "device:AARE5"]);
    const { body } = await shop.shopper().request("GET", "/public-api/catalogue");
    const cards = (body as { products: { code: string; priceNow: number; billing: number }[] }).products;
    for (const each of products) {
      const card = cards.find(({ code }) => code === each.handle);
      const { price, telecom } = each.variants[0];
      expect([each.handle, price.amount, telecom.prices.monthly]).toEqual([
        each.handle,
        Math.round((card?.priceNow ?? -1) * 100),
        Math.round((card?.billing ?? -1) * 100),
      ]);
    }
  });

  test("refuses more ids than it answers", async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `mobile:${at}`);
    const reply = await agent.call("POST", "/catalog/lookup", { ids }, { signs: false });
    expect(reply).toMatchObject({ status: 400, body: { code: "request_too_large" } });
  });
});

describe("a product", () => {
  test("shows the selected option and which others there are", async () => {
    const { product: device } = await product("device:AARE5");
    expect(device.selected).toEqual(device.variants[0].options);
    const other = device.options[0].values.at(-1) ?? { id: "", label: "" };
    const chosen = await product("device:AARE5", { selected: [{ name: device.options[0].name, label: other.label }] });
    expect(chosen.product.selected).toEqual([{ name: device.options[0].name, id: other.id, label: other.label }]);
    expect(chosen.product.variants).toHaveLength(1);
    const dropped = await product("device:AARE5", { selected: [{ name: device.options[0].name, label: "Gold" }] });
    expect(dropped.product.selected).toEqual(device.selected);
  });

  test("begins with the variant that was asked for, whatever is selected", async () => {
    const id = "mobile:SMART60:182400002";
    const { product: tariff } = await product(id, { selected: [{ name: "Laufzeit", label: "24 Monate" }] });
    expect(tariff.variants[0].id).toBe(id);
  });

  test("that does not exist is an outcome, with a link to the shop", async () => {
    const missing = await product("mobile:NOTHING");
    expect(ucpErrors("shopping/types/error_response.json", missing)).toEqual([]);
    expect(missing.messages[0]).toMatchObject({ code: "not_found", severity: "unrecoverable" });
  });

  test("that is sold out says so", async () => {
    await shop.database.pool.query("update stock set on_hand = 0 where article = 'AARE5'");
    const { product: device } = await product("device:AARE5");
    expect(device.variants[0].availability).toEqual({ available: false, status: "out_of_stock" });
    expect(device.options[0].values.every(({ available }) => !available)).toBe(true);
  });
});

test("a platform without the capability of an operation is told so, and has the others", async () => {
  const line_items = [{ item: { id: "mobile:SMART30:182400002" }, quantity: 1 }];
  const { status, body } = await reader.call("POST", "/checkout-sessions", { line_items });
  expect(status).toBe(200);
  expect(ucpErrors("shopping/types/error_response.json", body)).toEqual([]);
  expect(body.messages[0]).toMatchObject({ code: "capabilities_incompatible", severity: "unrecoverable" });
  expect((await reader.call("POST", "/catalog/search", { query: "SMART60" })).body.products).not.toHaveLength(0);
});
