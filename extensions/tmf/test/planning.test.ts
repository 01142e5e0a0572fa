import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { atDesk, startShopWithDesk } from "#test/support/desk.ts";
import type { DeskBrowser } from "#test/support/desk-browser.ts";
import type { Shop } from "#test/support/shop.ts";
import { tmfMistakes, type Published } from "./schemas.ts";

// A system plans prices by TM Forum's calls; only two people at the desk put them on sale.

const PLM = "plm-token-0123456789-0123456789-0123456789";
const CRM = "crm-token-0123456789-0123456789-0123456789";
const ROOT = "/tmf-api/productCatalogManagement";
const PRICE = "SMART60.182400001";

let shop: Shop;
let carla: DeskBrowser;
let chief: DeskBrowser;
const lines: string[] = [];
const time = new Date("2026-11-20T10:00:00Z");
beforeAll(async () => {
  const env = {
    TMF_PORT: "0",
    TMF_TOKENS: `plm:${PLM} erp:${PLM}x crm:${CRM}`,
    TMF_PLANNERS: "plm erp",
    LOG_LEVEL: "info",
  };
  shop = await startShopWithDesk({ env, now: () => time, onLog: (line) => void lines.push(line) });
  carla = await atDesk(shop, "carla@example.ch", "catalogue");
  chief = await atDesk(shop, "chief@example.ch", "admin");
});
afterAll(() => shop.stop());
beforeEach(() => shop.database.pool.query("update desk_drafts set closed_at = now() where closed_at is null"));

type Body = { readonly id: string; readonly [name: string]: unknown };
async function call(method: string, path: string, body?: unknown, { token = PLM, type = "application/json" } = {}) {
  const reply = await fetch(`${shop.kasse.extensionAddresses["tmf"]}${ROOT}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return {
    status: reply.status,
    location: reply.headers.get("location"),
    allow: reply.headers.get("allow"),
    body: (await reply.json()) as Body,
  };
}
const patch = (id: string, value: number, rest: object = {}) =>
  call("PATCH", `v4/productOfferingPrice/${id}`, { price: { unit: "CHF", value }, ...rest });
const december = {
  validFor: { startDateTime: "2026-12-01T00:00:00+01:00", endDateTime: "2026-12-31T23:59:59+01:00" },
};
const overview = async () => (await carla.call("published", { params: { kind: "catalogue" } })).body;
const drafts = async () => (await overview()).drafts;
const draft = async () =>
  (await carla.call("draft", { params: { kind: "catalogue", id: (await drafts())[0]?.id ?? "" } })).body;
type Price = { binding: string; price: number; oldPrice: number | null; periods?: object[] };
async function smart60(): Promise<Price | undefined> {
  const { mobileTariffs } = (await draft()).content["mobile-tariffs.json"] as {
    mobileTariffs: { code: string; prices: Price[] }[];
  };
  return mobileTariffs.find(({ code }) => code === "SMART60")?.prices.find(({ binding }) => binding === "182400001");
}

describe.each([
  ["620 v4", "v4", "application/json"],
  ["620 v5", "v5", "application/merge-patch+json"],
] as const)("%s: a price", (file: Published, version, type) => {
  test("is planned in the system's own draft, and nothing is sold by it", async () => {
    const before = (await call("GET", `${version}/productOfferingPrice/${PRICE}`)).body;
    const body = { "@type": "ProductOfferingPrice", price: { unit: "CHF", value: 64.9 }, ...december };
    expect(
      tmfMistakes(file, version === "v4" ? "ProductOfferingPrice_Update" : "ProductOfferingPrice_MVO", body),
    ).toEqual([]);
    const answer = await call("PATCH", `${version}/productOfferingPrice/${PRICE}`, body, { type });
    expect([answer.status, tmfMistakes(file, "ProductOfferingPrice", answer.body)]).toEqual([200, []]);
    expect(answer.body).toMatchObject({
      id: PRICE,
      lifecycleStatus: "In design",
      version: "draft",
      price: { unit: "CHF", value: 64.9 },
      validFor: { startDateTime: "2026-11-30T23:00:00.000Z", endDateTime: "2026-12-31T22:59:59.000Z" },
    });
    expect((await call("GET", `${version}/productOfferingPrice/${PRICE}`)).body).toEqual(before);
    expect(await drafts()).toMatchObject([{ name: "System plm", changedBy: "System plm", revision: 1 }]);
    // The promotion of CHF 20 is a price of its own and stays.
    expect(await smart60()).toMatchObject({
      price: 39.9,
      oldPrice: 59.9,
      periods: [{ from: "2026-12-01", until: "2026-12-31", price: 44.9, oldPrice: 64.9 }],
    });
    expect((await draft()).problems).toEqual([]);
  });

  test("can be a promotion on a price that has none, which is a new price", async () => {
    const body = {
      "@type": "ProductOfferingPrice",
      name: "Advent",
      priceType: "discount",
      lastUpdate: "2026-11-20T00:00:00Z",
      lifecycleStatus: "In design",
      price: { unit: "CHF", value: -5 },
      popRelationship: [
        { "@type": "ProductOfferingPriceRelationship", id: "SMART30.182400001", relationshipType: "discounts" },
      ],
      productOfferingTerm: [
        { "@type": "ProductOfferingTerm", name: "promotion", duration: { amount: 6, units: "month" } },
      ],
      ...december,
    };
    expect(
      tmfMistakes(file, version === "v4" ? "ProductOfferingPrice_Create" : "ProductOfferingPrice_FVO", body),
    ).toEqual([]);
    const answer = await call("POST", `${version}/productOfferingPrice`, body);
    expect([answer.status, tmfMistakes(file, "ProductOfferingPrice", answer.body)]).toEqual([201, []]);
    expect(answer.body).toMatchObject({
      id: "SMART30.182400001.promotion",
      lifecycleStatus: "In design",
      price: { value: -5 },
      productOfferingTerm: [{ duration: { amount: 6, units: "month" } }],
    });
    expect(answer.location).toMatch(/\/productOfferingPrice\/SMART30\.182400001\.promotion$/);
  });

  test("a whole catalogue is delivered by an import job, and its mistakes are named", async () => {
    const files = Object.fromEntries(
      ["mobile-tariffs", "tv-tariffs", "devices", "bundles", "extras"].map((name) => [
        `${name}.json`,
        JSON.parse(readFileSync(`demo/catalogue/${name}.json`, "utf8")) as Record<string, unknown>,
      ]),
    );
    const job = (content: object) => ({
      "@type": "ImportJob",
      url: `data:application/json;base64,${Buffer.from(JSON.stringify(content)).toString("base64")}`,
      contentType: "application/json",
    });
    expect(tmfMistakes(file, version === "v4" ? "ImportJob_Create" : "ImportJob_FVO", job(files))).toEqual([]);
    const made = await call("POST", `${version}/importJob`, job(files));
    expect([made.status, tmfMistakes(file, "ImportJob", made.body)]).toEqual([201, []]);
    expect(made.body).toMatchObject({ id: (await drafts())[0]?.id, status: "Succeeded" });
    const alone = await call("GET", `${version}/importJob/${made.body.id}`);
    expect([alone.status, tmfMistakes(file, "ImportJob", alone.body)]).toEqual([200, []]);
    expect((await call("GET", `${version}/importJob`, undefined, { token: CRM })).body).toEqual([]);
    const broken = structuredClone(files) as Record<string, { mobileTariffs: { prices: { price: unknown }[] }[] }>;
    const [first] = broken["mobile-tariffs.json"]?.mobileTariffs ?? [];
    if (first?.prices[0]) first.prices[0].price = "dear";
    const wrong = await call("POST", `${version}/importJob`, job(broken));
    expect([wrong.status, tmfMistakes(file, "Error", wrong.body)]).toEqual([400, []]);
    expect(wrong.body).toMatchObject({
      code: "catalogueMistakes",
      message: expect.stringMatching(/^mobile-tariffs\.json: SMART\w+ › prices\.0\.price: /),
    });
    const { "extras.json": _extras, ...some } = files;
    expect((await call("POST", `${version}/importJob`, job(some))).body["message"]).toBe("Missing: extras.json");
    expect((await drafts())[0]?.revision).toBe(1);
  });
});

test("one draft has all prices of a system, and the periods of a price never overlap", async () => {
  expect((await patch(PRICE, 64.9, december)).status).toBe(200);
  await patch(PRICE, 69.9, { validFor: { startDateTime: "2026-12-24T00:00:00+01:00" } });
  await patch("SMART30.activation", 10, { validFor: { endDateTime: "2026-12-24T00:00:00+01:00" } });
  await patch("insurance.monthly", 9.5);
  const [only, ...others] = await drafts();
  expect([only?.revision, others]).toEqual([4, []]);
  expect((await smart60())?.periods).toMatchObject([
    { from: "2026-12-01", until: "2026-12-23", price: 44.9, oldPrice: 64.9 },
    { from: "2026-12-24", until: null, price: 49.9, oldPrice: 69.9 },
  ]);
  const { content, problems } = await draft();
  expect(JSON.stringify(content)).toContain('"insurance":9.5');
  expect(JSON.stringify(content)).toContain('"periods":[{"from":null,"until":"2026-12-23","amount":10}]');
  expect(problems).toEqual([]);
  expect(
    (
      await call(
        "PATCH",
        `v4/productOfferingPrice/${PRICE}`,
        { price: { unit: "CHF", value: 60 } },
        { token: `${PLM}x` },
      )
    ).status,
  ).toBe(200);
  expect((await drafts()).map(({ name }) => name).toSorted()).toEqual(["System erp", "System plm"]);
});

test.each([
  ["a price of a device", "AARE5.instalment", 20, "devices.json"],
  ["a price of a TV tariff", "TVM.months-3", 20, "tv-tariffs.json"],
  ["a price of a bundle", "EU10.monthly", 20, "bundles.json"],
])("%s can be planned", async (_what, id, value, file) => {
  const { body } = await call("GET", `v4/productOfferingPrice/${id}`);
  const answer = await patch(id, value, december);
  expect(answer).toMatchObject({ status: 200, body: { id, name: body["name"], price: { value } } });
  // The columns of JSON have no order.
  expect(JSON.stringify((await draft()).content[file])).toMatch(/"from":"2026-12-01",[^{}]*"until":"2026-12-31"/);
});

test("a resource that was read can be sent back with a new price, but nothing else of it changes", async () => {
  const { body } = await call("GET", `v5/productOfferingPrice/${PRICE}`);
  const price = { unit: "CHF", value: 61.5 };
  const send = (more: object) => call("PATCH", `v5/productOfferingPrice/${PRICE}`, { ...body, price, ...more });
  expect((await send({})).status).toBe(200);
  expect((await send({ name: "Other" })).body).toMatchObject({ status: "400", reason: "name cannot be changed" });
  expect((await send({ productOfferingTerm: [] })).status).toBe(400);
  expect((await send({ lifecycleStatus: "Retired" })).status).toBe(400);
});

test.each([
  ["no price", {}, 400],
  ["another currency", { price: { unit: "EUR", value: 5 } }, 400],
  ["a third decimal", { price: { unit: "CHF", value: 5.005 } }, 400],
  ["below zero", { price: { unit: "CHF", value: -5 } }, 400],
  ["below the promotion", { price: { unit: "CHF", value: 5 } }, 400],
  ["during a day", { price: { unit: "CHF", value: 60 }, validFor: { startDateTime: "2026-12-01T10:00:00Z" } }, 400],
  ["midnight elsewhere", { price: { unit: "CHF", value: 60 }, validFor: { endDateTime: "2026-12-01T00:00:00Z" } }, 400],
  [
    "without a time zone",
    { price: { unit: "CHF", value: 60 }, validFor: { startDateTime: "2026-12-01T00:00:00" } },
    400,
  ],
  [
    "backwards",
    {
      price: { unit: "CHF", value: 60 },
      validFor: { startDateTime: "2026-12-02T00:00:00+01:00", endDateTime: "2026-12-01T00:00:00+01:00" },
    },
    400,
  ],
  ["a list", [], 400],
  ["text that is no JSON", "{", 400],
] as const)("a patch with %s is refused, and starts no draft", async (_what, body, status) => {
  const answer = await call("PATCH", `v4/productOfferingPrice/${PRICE}`, body);
  expect([answer.status, tmfMistakes("620 v4", "Error", answer.body)]).toEqual([status, []]);
  expect(await drafts()).toEqual([]);
});

test.each([
  ["a new price that is no discount", { name: "x", priceType: "recurring", price: { unit: "CHF", value: 5 } }],
  [
    "a discount on a device",
    {
      name: "x",
      priceType: "discount",
      price: { unit: "CHF", value: -5 },
      popRelationship: [{ id: "AARE5.instalment" }],
    },
  ],
  [
    "a discount above zero",
    { name: "x", priceType: "discount", price: { unit: "CHF", value: 5 }, popRelationship: [{ id: PRICE }] },
  ],
  [
    "a discount on nothing",
    {
      name: "x",
      priceType: "discount",
      price: { unit: "CHF", value: -5 },
      popRelationship: [{ id: "SMART60.nothing" }],
    },
  ],
])("%s is refused", async (_what, body) => {
  const answer = await call("POST", "v4/productOfferingPrice", body);
  expect([answer.status, tmfMistakes("620 v4", "Error", answer.body)]).toEqual([400, []]);
  expect(await drafts()).toEqual([]);
});

test("what has no periods changes without days only; what does not exist is 404; other formats are 415", async () => {
  expect((await patch("insurance.monthly", 9.5, december)).body).toMatchObject({ status: "400", code: "notPlanned" });
  expect((await patch("nothing.monthly", 9.5)).status).toBe(404);
  const operations = JSON.stringify([{ op: "replace", path: "/price/value", value: 1 }]);
  const type = "application/json-patch+json";
  expect((await call("PATCH", `v4/productOfferingPrice/${PRICE}`, operations, { type })).status).toBe(415);
  const other = await call("DELETE", `v4/productOfferingPrice/${PRICE}`);
  expect([other.status, other.allow]).toEqual([405, "GET, HEAD, PATCH"]);
});

test.each([
  ["an address of the web", "https://plm.example/catalogue.json"],
  ["an address inside", "http://127.0.0.1:1/catalogue.json"],
  ["a file", "file:///etc/passwd"],
  ["another format", "data:text/csv,a"],
  ["no JSON", "data:application/json,{"],
  ["a broken encoding", "data:application/json,%zz"],
  ["a list", "data:application/json,[]"],
])("an import from %s is refused, and no address is fetched", async (_what, url) => {
  const answer = await call("POST", "v4/importJob", { url });
  expect([answer.status, tmfMistakes("620 v4", "Error", answer.body)]).toEqual([400, []]);
  expect((await call("POST", "v4/importJob", { url, path: "/category" })).status).toBe(400);
});

test("a system that may only read is refused, whatever it sends", async () => {
  for (const [method, path] of [
    ["PATCH", `v4/productOfferingPrice/${PRICE}`],
    ["PATCH", "v5/productOfferingPrice/nothing"],
    ["POST", "v5/productOfferingPrice"],
    ["POST", "v4/importJob"],
  ] as const) {
    const answer = await call(method, path, {}, { token: CRM });
    expect([answer.status, tmfMistakes("620 v5", "Error", answer.body)]).toEqual([403, []]);
  }
});

test("a period of the draft that applies now is not hidden: the patch is refused, or ends it", async () => {
  const id = "SMART30.182400001";
  const today = { startDateTime: "2026-11-20T00:00:00+01:00" };
  expect((await patch(id, 20.35, { validFor: today })).status).toBe(200);
  await patch(id, 22.35, december);
  expect((await patch(id, 24)).body).toMatchObject({ status: "409", code: "anotherPriceApplies" });
  const alone = await patch(id, 24, { validFor: null });
  expect([alone.status, tmfMistakes("620 v4", "ProductOfferingPrice", alone.body)]).toEqual([200, []]);
  expect(alone.body).toMatchObject({ price: { value: 24 } });
  expect(alone.body).not.toHaveProperty("validFor");
  expect(JSON.stringify((await draft()).content["mobile-tariffs.json"])).not.toMatch(/2[02]\.35/);
});

test.each([
  ["starts", { startDateTime: "2026-11-19T00:00:00+01:00" }],
  ["ends", { endDateTime: "2026-11-19T00:00:00+01:00" }],
])("a period that %s in the past is refused", async (_what, validFor) => {
  expect((await patch(PRICE, 65, { validFor })).body).toMatchObject({
    status: "400",
    reason: "The period is in the past",
  });
});

test("a promotion ends with zero; a new one is refused on a price that has one, or on two prices", async () => {
  const ended = await call("PATCH", `v5/productOfferingPrice/${PRICE}.promotion`, { price: { unit: "CHF", value: 0 } });
  expect([ended.status, tmfMistakes("620 v5", "ProductOfferingPrice", ended.body)]).toEqual([200, []]);
  expect(ended.body).toMatchObject({ id: `${PRICE}.promotion`, price: { value: 0 }, lifecycleStatus: "In design" });
  expect(await smart60()).toMatchObject({ price: 59.9, oldPrice: null });
  const discount = (...ids: string[]) => ({
    name: "x",
    priceType: "discount",
    price: { unit: "CHF", value: -5 },
    popRelationship: ids.map((id) => ({ id })),
  });
  const twice = await call("POST", "v4/productOfferingPrice", discount(PRICE));
  expect(twice.body).toMatchObject({ status: "409", code: "promotionExists" });
  expect((await call("POST", "v4/productOfferingPrice", discount("SMART30.182400001", PRICE))).status).toBe(400);
});

test("a job is the delivery of a whole catalogue, and the next one replaces its draft", async () => {
  await patch(PRICE, 61);
  const jobs = async () => (await call("GET", "v4/importJob")).body as unknown as Body[];
  expect(await jobs(), "a planned price is no import").toEqual([]);
  const files = (await draft()).content;
  const url = `data:application/json;base64,${Buffer.from(JSON.stringify(files)).toString("base64")}`;
  const first = await call("POST", "v4/importJob", { url });
  const second = await call("POST", "v4/importJob", { url });
  expect(second.body.id).not.toBe(first.body.id);
  await patch(PRICE, 62);
  expect(await jobs()).toEqual([second.body]);
  expect(await drafts()).toMatchObject([{ name: "System plm (import)", revision: 2 }]);
});

test("what is refused is not recorded as delivered", async () => {
  await patch(PRICE, 61);
  const recorded = async () => [
    lines.filter((line) => line.includes('"tmf.planned"')).length,
    (await chief.call("audit", { query: { actor: "System plm", about: "" } })).body.lines.length,
  ];
  const before = await recorded();
  expect((await patch(PRICE, 5)).status).toBe(400);
  await shop.database.pool.query("update desk_drafts set base_version = 999 where closed_at is null");
  expect((await patch(PRICE, 65)).status).toBe(409);
  expect(await recorded()).toEqual(before);
});

test("two people put it on sale, the desk's log names the system, and a draft at the desk is not overwritten", async () => {
  await patch(PRICE, 62.9);
  const { id, revision, baseVersion } = (await drafts())[0] ?? { id: "", revision: 0, baseVersion: 0 };
  const submitted = await carla.call("submitDraft", {
    params: { kind: "catalogue", id },
    body: { revision, from: null, reason: "prices of the season" },
  });
  const request = submitted.body.requests[0]?.id ?? "";
  const decide = (browser: DeskBrowser) =>
    browser.call("decideActivation", {
      params: { kind: "catalogue", id: request },
      body: { confirm: true, against: baseVersion, reason: "seen and compared" },
    });
  // A change that started from the old prices would undo the waiting one.
  expect((await patch(PRICE, 65)).body).toMatchObject({ status: "409", code: "draftWaits" });
  expect((await decide(carla)).body.failure).toBe("ownRequest");
  expect((await call("GET", `v4/productOfferingPrice/${PRICE}`)).body).toMatchObject({ price: { value: 59.9 } });
  expect((await decide(chief)).status).toBe(200);
  expect((await call("GET", `v4/productOfferingPrice/${PRICE}`)).body).toMatchObject({
    price: { value: 62.9 },
    lifecycleStatus: "Active",
  });
  const { body: audit } = await chief.call("audit", { query: { actor: "System plm", about: "" } });
  expect(audit.lines[0]).toMatchObject({
    actor: "System plm",
    action: "desk catalogue deliver",
    reason: `${PRICE} CHF 62.90`,
  });
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.filter(({ security }) => security === "tmf.planned").at(-1)).toMatchObject({
    by: "plm",
    route: `${ROOT}/v4/productOfferingPrice`,
  });

  await patch(PRICE, 63.9);
  const next = await draft();
  await shop.database.pool.query("update desk_drafts set base_version = 1 where id = $1", [next.id]);
  expect((await patch(PRICE, 65)).body).toMatchObject({ status: "409", code: "draftOutdated" });
  await shop.database.pool.query("update desk_drafts set base_version = $2 where id = $1", [next.id, next.baseVersion]);
  const saved = await carla.call("saveDraft", {
    params: { kind: "catalogue", id: next.id },
    body: { revision: next.revision, file: "mobile-tariffs.json", content: { mobileTariffs: [{}] } },
  });
  expect(saved.status).toBe(200);
  expect((await patch(PRICE, 65)).body).toMatchObject({ status: "409", code: "draftUnfinished" });
});
