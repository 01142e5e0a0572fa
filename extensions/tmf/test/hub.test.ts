import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activate } from "#server/shop/catalogue/activations.ts";
import { changeVersions, loadedOnSale, saveVersion } from "#server/shop/catalogue/versions.ts";
import { tellListener, tellListeners } from "../listeners/tell-listeners.ts";
import { picture } from "#test/support/people.ts";
import { runQueued } from "#test/support/queued-jobs.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { expectOk } from "#test/support/shopper.ts";
import { tmfMistakes, type Published } from "./schemas.ts";

const TOKEN = "crm-token-0123456789-0123456789-0123456789";
const OTHER = "plm-token-0123456789-0123456789-0123456789";
type Event = { eventId: string; eventType: string; event: Record<string, { id: string; state?: string }> };

let shop: Shop;
let system: Server;
let callback: string;
/** How far the shop's clock is ahead, in ms. */
let ahead = 0;
const received: { path: string; body: Event }[] = [];
let status = 204;
/** The status for a single event, in place of `status`. */
let answers: ((body: Event) => number) | null = null;
beforeAll(async () => {
  system = createServer(
    (request, response) =>
      void text(request).then((body) => {
        const event = JSON.parse(body) as Event;
        received.push({ path: request.url ?? "", body: event });
        response.writeHead(answers?.(event) ?? status).end();
      }),
  );
  await new Promise<void>((resolve) => system.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(system.address() as AddressInfo).port}`;
  callback = `${origin}/listener?of=crm`;
  const env = { TMF_PORT: "0", TMF_TOKENS: `crm:${TOKEN} plm:${OTHER}`, TMF_LISTENERS: origin };
  // Without a timetable: the tests run the job.
  shop = await startShop({ env, now: () => new Date(Date.now() + ahead), periods: { timetable: {} } });
});
afterAll(async () => {
  await shop.stop();
  system.close();
});
beforeEach(async () => {
  await shop.database.pool.query("delete from tmf_listeners");
  received.length = 0;
  status = 204;
  answers = null;
});

async function hub(method: string, path = "", body?: object, token = TOKEN, root = "productOrderingManagement/v4") {
  const reply = await fetch(`${shop.kasse.extensionAddresses["tmf"]}/tmf-api/${root}/hub${path}`, {
    method,
    // Also without a body, like many clients.
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await reply.text();
  return {
    status: reply.status,
    location: reply.headers.get("location"),
    body: JSON.parse(answer || "{}") as { id: string },
  };
}
async function tell(): Promise<void> {
  await tellListeners(shop.kasse.services)({});
  await runQueued(shop.database.pool, "tell-listener", tellListener(shop.kasse.services));
}
const types = () => received.map(({ body }) => body.eventType);

let people = 0;
async function order(): Promise<string> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer(`hub${(people += 1)}@example.ch`, await picture());
  return (await expectOk("order", shopper.call("createOrder", { billPayed: false }))).orderNumber;
}
const change = (number: string, set: string) =>
  shop.database.pool.query(`update orders set ${set} where number = $1`, [number]);

test("a listener is told of each new order and each change of its state, once, until it is removed", async () => {
  const before = await order();
  const made = await hub("POST", "", { callback });
  expect([made.status, tmfMistakes("622 v4", "EventSubscription", made.body)]).toEqual([201, []]);
  expect(made.location).toMatch(new RegExp(`/hub/${made.body.id}$`));
  const number = await order();
  await tell();
  await tell();
  expect(received).toMatchObject([
    {
      path: "/listener?of=crm",
      body: { eventType: "ProductOrderCreateEvent", event: { productOrder: { id: number, state: "acknowledged" } } },
    },
  ]);
  await change(number, "progress = 'inProgress', progress_at = now()");
  await change(before, "progress = 'inProgress', progress_at = now()");
  await tell();
  await change(number, "status = 'cancelled'");
  await tell();
  expect(received.slice(1)).toMatchObject([
    {
      body: { eventType: "ProductOrderStateChangeEvent", event: { productOrder: { id: number, state: "inProgress" } } },
    },
    {
      body: { eventType: "ProductOrderStateChangeEvent", event: { productOrder: { id: number, state: "cancelled" } } },
    },
  ]);
  for (const { body } of received) expect(tmfMistakes("622 v4", body.eventType, body)).toEqual([]);
  expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(3);
  expect((await hub("DELETE", `/${made.body.id}`)).status).toBe(204);
  await order();
  await tell();
  expect(received).toHaveLength(3);
});

test("the same listener again is one, with one id and one delivery; another query or system is another", async () => {
  const again = await Promise.all(Array.from({ length: 8 }, () => hub("POST", "", { callback })));
  expect(again.map(({ status: each }) => each)).toEqual(Array(8).fill(201));
  expect(new Set(again.map(({ body }) => body.id)).size).toBe(1);
  await order();
  await tell();
  expect(received).toHaveLength(1);
  const one = await hub("POST", "", { callback, query: " eventType=ProductOrderCreateEvent" });
  const other = await hub("POST", "", { callback }, OTHER);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(new Set([again[0]?.body.id, one.body.id, other.body.id]).size).toBe(3);
});

test("a system lists its own listeners of an interface, and no others", async () => {
  expect((await hub("GET")).body).toEqual([]);
  const { id } = (await hub("POST", "", { callback, query: "eventType=ProductOrderCreateEvent" })).body;
  const shown = { id, callback, query: "eventType=ProductOrderCreateEvent" };
  expect((await hub("GET")).body).toEqual([shown]);
  expect(await hub("GET", `/${id}`)).toMatchObject({ status: 200, body: shown });
  expect(tmfMistakes("622 v4", "EventSubscription", (await hub("GET", `/${id}`)).body)).toEqual([]);
  expect((await hub("GET", "", undefined, OTHER)).body).toEqual([]);
  expect((await hub("GET", `/${id}`, undefined, OTHER)).status).toBe(404);
  expect((await hub("GET", `/${id}`, undefined, TOKEN, "productOrderingManagement/v5")).status).toBe(404);
});

test("a system has at most 20 listeners, even if it registers them at once", async () => {
  const all = await Promise.all(
    Array.from({ length: 25 }, (_, index) => hub("POST", "", { callback: `${callback}&n=${index}` })),
  );
  expect(all.filter(({ status: each }) => each === 201)).toHaveLength(20);
  expect(all.filter(({ status: each }) => each === 400)).toHaveLength(5);
  expect((await hub("POST", "", { callback: `${callback}&n=0` }, OTHER)).status).toBe(201);
  const kept = all.find(({ status: each }) => each === 201)?.body.id ?? "";
  expect((await hub("DELETE", `/${kept}`)).status).toBe(204);
  expect((await hub("POST", "", { callback: `${callback}&n=new` })).status).toBe(201);
});

test.each(["%00", "a%00b", "x"])("the id %s is unknown", async (id) => {
  expect((await hub("DELETE", `/${id}`)).status).toBe(404);
  expect((await hub("GET", `/${id}`)).status).toBe(404);
});

test("a listener that does not answer with success is told again, later each time, with the same id", async () => {
  await hub("POST", "", { callback });
  await order();
  status = 500;
  await tell();
  await tell();
  expect(received).toHaveLength(1);
  ahead += 61_000;
  await tell();
  ahead += 61_000;
  await tell();
  expect(received).toHaveLength(2);
  status = 200;
  ahead += 61_000;
  await tell();
  await tell();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(1);
  expect(types()).toEqual(Array(3).fill("ProductOrderCreateEvent"));
});

test("an event that a listener refuses does not hold up the others, and is told again later", async () => {
  await hub("POST", "", { callback });
  const refused = await order();
  const accepted = await order();
  answers = ({ event }) => (event["productOrder"]?.id === refused ? 422 : 204);
  await tell();
  expect(received.map(({ body }) => body.event["productOrder"]?.id)).toEqual([refused, accepted]);
  answers = null;
  await tell();
  expect(received).toHaveLength(2);
  ahead += 61_000;
  await tell();
  expect(received.map(({ body }) => body.event["productOrder"]?.id)).toEqual([refused, accepted, refused]);
});

test("a listener that accepts nothing is left alone, for at most a quarter of an hour, and then told everything", async () => {
  await hub("POST", "", { callback });
  status = 503;
  for (let index = 0; index < 3; index += 1) await order();
  await tell();
  expect(received).toHaveLength(1);
  await order();
  await tell();
  expect(received).toHaveLength(1);
  expect(await shop.metrics()).toMatch(/kasse_receiver_failing_seconds\{receiver="crm 127\.0\.0\.1:\d+"\} \d/);
  for (let minutes = 0; minutes < 60; minutes += 15) {
    ahead += 15 * 60_000;
    await tell();
  }
  // The first event again, and no other.
  expect(received).toHaveLength(5);
  expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(1);
  status = 204;
  ahead += 15 * 60_000;
  await tell();
  expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(4);
  expect(await shop.metrics()).not.toContain("kasse_receiver_failing_seconds{");
});

test("a pause that a wrong clock has written, longer than any other, is ignored", async () => {
  const { id } = (await hub("POST", "", { callback })).body;
  await order();
  const pause = (hours: number) =>
    shop.database.pool.query(`update tmf_listeners set again_at = $2 where id = $1`, [
      id,
      new Date(Date.now() + ahead + hours * 3_600_000),
    ]);
  await pause(5);
  await tell();
  expect(received).toHaveLength(0);
  await pause(48);
  await tell();
  expect(received).toHaveLength(1);
});

test("an older order is looked at once an hour", async () => {
  await hub("POST", "", { callback });
  const number = await order();
  await tell();
  await shop.database.pool.query("update tmf_listeners set created_at = now() - interval '1 year'");
  await change(number, "created_at = created_at - interval '30 days', progress = 'completed', progress_at = now()");
  const before = ahead;
  for (let minute = 0; minute < 60; minute += 1) {
    ahead += 60_000;
    await tell();
  }
  ahead = before;
  expect(received.filter(({ body }) => body.event["productOrder"]?.id === number)).toHaveLength(2);
});

test("a listener can want one type of events", async () => {
  await hub("POST", "", { callback, query: "eventType=ProductOrderStateChangeEvent" });
  const number = await order();
  await tell();
  expect(received).toEqual([]);
  await change(number, "progress = 'completed', progress_at = now()");
  await tell();
  expect(types()).toEqual(["ProductOrderStateChangeEvent"]);
});

test("listeners are only where the operator permits, of the system that registered them, and not too many", async () => {
  for (const wrong of [
    "http://127.0.0.1:1/listener",
    "https://evil.example/",
    callback.replace("127.0.0.1", "localhost"),
    callback.replace("//", "//user:secret@"),
    "listener",
    "",
  ])
    expect(await hub("POST", "", { callback: wrong })).toMatchObject({
      status: 400,
      body: { code: "callbackNotPermitted" },
    });
  expect(await hub("POST", "", {})).toMatchObject({ status: 400, body: { code: "invalidSubscription" } });
  for (const query of ["eventType=Nothing", "state=completed"])
    expect(await hub("POST", "", { callback, query })).toMatchObject({
      status: 400,
      body: { code: "queryNotSupported" },
    });
  const { body } = await hub("POST", "", { callback });
  expect((await hub("DELETE", `/${body.id}`, undefined, OTHER)).status).toBe(404);
  expect((await hub("DELETE", "/nothing")).status).toBe(404);
  const another = (number: number) => hub("POST", "", { callback: `${callback}&number=${number}` });
  for (let more = 1; more < 20; more += 1) expect((await another(more)).status).toBe(201);
  expect(await another(20)).toMatchObject({ status: 400, body: { code: "tooManyListeners" } });
  expect((await hub("POST", "", { callback }, OTHER)).status).toBe(201);
});

const V5 = [
  ["622 v5", "productOrderingManagement/v5"],
  ["637 v5", "productInventory/v5"],
  ["629 v5", "customerManagement/v5"],
  ["620 v5", "productCatalogManagement/v5"],
] as const satisfies readonly (readonly [Published, string])[];
/** Registers a listener; returns its id. */
async function listen(file: Published, root: string, query?: string): Promise<string> {
  const made = await hub("POST", "", { callback, ...(query !== undefined && { query }) }, TOKEN, root);
  const schema = file.endsWith("v5") ? "Hub" : "EventSubscription";
  expect([made.status, tmfMistakes(file, schema, made.body)]).toEqual([201, []]);
  return made.body.id;
}
/** Checks what was received by a published file, and returns the types. */
function judged(file: Published): readonly string[] {
  for (const { body } of received)
    expect([body.eventType, tmfMistakes(file, body.eventType, body)]).toEqual([body.eventType, []]);
  return types();
}

test.each(V5)("%s: a hub of %s knows its own listeners and events only", async (file, root) => {
  const id = await listen(file, root);
  expect((await hub("DELETE", `/${id}`)).status).toBe(404);
  const other = await hub("POST", "", { callback, query: "eventType=ProductOrderDeleteEvent" }, TOKEN, root);
  expect(other).toMatchObject({ status: 400, body: { code: "queryNotSupported" } });
  expect((await hub("DELETE", `/${id}`, undefined, TOKEN, root)).status).toBe(204);
});

test("by TMF622 v5, an order is as its interface shows it", async () => {
  await listen("622 v5", "productOrderingManagement/v5");
  const number = await order();
  await tell();
  await change(number, "progress = 'inProgress', progress_at = now()");
  await tell();
  expect(judged("622 v5")).toEqual(["ProductOrderCreateEvent", "ProductOrderStateChangeEvent"]);
  expect(received[1]?.body.event["productOrder"]).toMatchObject({ id: number, state: "inProgress" });
});

test("a product is told when its status changes, not with each state of its order", async () => {
  await listen("637 v5", "productInventory/v5");
  const number = await order();
  await tell();
  await change(number, "progress = 'inProgress', progress_at = now()");
  await tell();
  expect(received).toHaveLength(1);
  await change(number, "progress = 'completed', progress_at = now()");
  await tell();
  expect(judged("637 v5")).toEqual(["ProductCreateEvent", "ProductStateChangeEvent"]);
  expect(received.map(({ body }) => body.event["product"])).toMatchObject([
    { id: number, status: "pendingActive" },
    { id: number, status: "active" },
  ]);
});

test("a customer is told with the first order only", async () => {
  await listen("629 v5", "customerManagement/v5");
  const first = await order();
  await tell();
  expect(judged("629 v5")).toEqual(["CustomerCreateEvent"]);
  expect(received[0]?.body.event["customer"]).toMatchObject({ name: expect.any(String) });
  const second = await order();
  await shop.database.pool.query(
    "update orders set account_id = (select account_id from orders where number = $1) where number = $2",
    [first, second],
  );
  await change(first, "progress = 'completed', progress_at = now()");
  await tell();
  await tell();
  expect(received).toHaveLength(1);
});

describe.each([
  ["620 v4", "productCatalogManagement/v4", "CatalogCreateEvent", "catalog"],
  ["620 v5", "productCatalogManagement/v5", "ProductCatalogCreateEvent", "productCatalog"],
] as const)("%s: a catalogue", (file, root, eventType, name) => {
  /** Puts other prices on sale. */
  const publish = () =>
    changeVersions(shop.kasse.services.db, async (tx) => {
      const now = new Date(Date.now() + ahead);
      const known = await loadedOnSale(tx, now);
      if (!known) throw new Error("Nothing is on sale");
      const catalogue = { ...known.catalogue, insurance: known.catalogue.insurance + 10 };
      const by = { actor: "test", now };
      const { version } = await saveVersion(tx, catalogue, by);
      await activate(tx, { version, catalogue }, { ...by, from: now });
    });

  test("is told once it is on sale, again after a failure, and not the one that was on sale before", async () => {
    await listen(file, root);
    await tell();
    expect(received).toEqual([]);
    await publish();
    status = 500;
    await tell();
    await tell();
    expect(received).toHaveLength(1);
    status = 204;
    ahead += 61_000;
    await tell();
    await tell();
    expect(judged(file)).toEqual([eventType, eventType]);
    expect(new Set(received.map(({ body }) => body.eventId)).size).toBe(1);
    const { current } = shop.kasse.services.catalogues;
    expect(received[1]?.body.event[name]).toMatchObject({ id: String((await current()).version) });
    await order();
    await publish();
    await tell();
    expect(received).toHaveLength(3);
    expect(received[2]?.body.eventId).not.toBe(received[1]?.body.eventId);
  });
});
