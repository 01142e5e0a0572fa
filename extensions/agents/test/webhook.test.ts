import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { tellPlatform, tellPlatforms } from "../order/tell-platforms.ts";
import { mistakeOf } from "../simulator/signing.ts";
import { startAgent, type Agent, type AgentAnswer } from "./agent.ts";
import { picture } from "#test/support/people.ts";
import { runQueued } from "#test/support/queued-jobs.ts";
import { expectOk } from "#test/support/shopper.ts";
import { startShop, type Shop } from "#test/support/shop.ts";
import { ucpErrors } from "./ucp-schemas.ts";

let agent: Agent;
let shop: Shop;
/** How far the shop's clock is ahead, in ms. */
let ahead = 0;
beforeAll(async () => {
  agent = await startAgent();
  const env = { AGENTS: "ucp", AGENTS_PLATFORMS: agent.profileUrl };
  // Without a timetable: the tests run the job.
  shop = await startShop({ env, now: () => new Date(Date.now() + ahead), periods: { timetable: {} } });
  agent.visits({ url: shop.url, publicUrl: shop.kasse.services.config.publicUrl });
});
afterAll(async () => {
  await shop.stop();
  await agent.stop();
});
beforeEach(async () => {
  agent.webhook.status = 200;
  // The pause after a failure of an earlier test is over.
  ahead += 15 * 60_000;
  await tell();
  agent.webhook.received.length = 0;
});

async function tell(): Promise<void> {
  await tellPlatforms(shop.kasse.services)({});
  await runQueued(shop.database.pool, "tell-platform", tellPlatform(shop.kasse.services));
}
const bodies = () => agent.webhook.received.map(({ body }) => JSON.parse(body) as AgentAnswer);

let people = 0;
/** Prepares a purchase, which a person takes over and orders. Returns the order's number. */
async function buy(): Promise<string> {
  const line_items = [{ item: { id: "mobile:SMART30:182400002" }, quantity: 1 }];
  const { body } = await agent.call("POST", "/checkout-sessions", { line_items });
  const shopper = shop.shopper();
  const link = { secret: new URL(body.continue_url).hash.slice(1), browser: "a browser, at random" };
  const call = (more: object) => shopper.call("preparedCheckout", { ...link, ...more } as BodyOf<"preparedCheckout">);
  const { version } = await expectOk("see", call({}));
  const { taken } = await expectOk("take", call({ take: true, version }));
  shopper.checkoutId = taken?.checkoutId ?? null;
  people += 1;
  await shopper.becomeCustomer(`webhook${people}@example.ch`, await picture());
  return (await expectOk("order", shopper.call("createOrder", { billPayed: false }))).orderNumber;
}
const change = (number: string, set: string) =>
  shop.database.pool.query(`update orders set ${set} where number = $1`, [number]);

test("a platform is told of the order and of each change, once, with the whole order", async () => {
  const number = await buy();
  await tell();
  await tell();
  expect(bodies()).toMatchObject([{ id: number, line_items: [{ status: "processing" }] }]);
  await change(number, "progress = 'completed', progress_at = now()");
  await tell();
  expect(bodies()).toMatchObject([{}, { id: number, line_items: [{ status: "fulfilled" }] }]);
  for (const body of bodies()) expect(ucpErrors("shopping/order.json", body)).toEqual([]);
  const ids = agent.webhook.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);
});

test("what it is told is signed with a key that the shop publishes", async () => {
  await buy();
  await tell();
  const [{ headers, body } = { headers: {}, body: "" }] = agent.webhook.received;
  const profile = (await (await fetch(`${shop.url}/.well-known/ucp`)).json()) as { signing_keys: object[] };
  const keys = profile.signing_keys as Parameters<typeof mistakeOf>[1];
  const url = new URL("/profile/webhook", agent.profileUrl);
  expect(mistakeOf({ method: "POST", url, headers, body: Buffer.from(body) }, keys)).toBeNull();
  expect(mistakeOf({ method: "POST", url, headers, body: Buffer.from(`${body} `) }, keys)).toMatch(/digest/);
  expect(headers["webhook-timestamp"]).toMatch(/^\d{10}$/);
});

test("a platform that does not answer with success is told again, later each time, with the same id", async () => {
  const number = await buy();
  agent.webhook.status = 500;
  await tell();
  await tell();
  expect(agent.webhook.received).toHaveLength(1);
  ahead += 61_000;
  await tell();
  ahead += 61_000;
  await tell();
  expect(agent.webhook.received).toHaveLength(2);
  agent.webhook.status = 204;
  ahead += 61_000;
  await tell();
  await tell();
  expect(agent.webhook.received).toHaveLength(3);
  expect(new Set(agent.webhook.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(bodies().every(({ id }) => id === number)).toBe(true);
});

test("an order of which the platform could not be told three times is counted", async () => {
  await buy();
  agent.webhook.status = 500;
  for (const minutes of [0, 1, 2]) {
    expect(await shop.metrics()).toContain('kasse_agent_orders_untold{state="waiting"} 0');
    ahead += minutes * 60_000 + 1000;
    await tell();
  }
  expect(await shop.metrics()).toContain('kasse_agent_orders_untold{state="waiting"} 1');
  await shop.database.pool.query("update agent_checkouts set tell_failures = 14 where tell_failures = 3");
  expect(await shop.metrics()).toContain('kasse_agent_orders_untold{state="given_up"} 1');
});

test("holding an order and releasing it tells the platform nothing", async () => {
  const number = await buy();
  await tell();
  await change(number, "status = 'onHold'");
  await tell();
  await change(number, "status = 'placed'");
  await tell();
  expect(agent.webhook.received).toHaveLength(1);
  await change(number, "status = 'cancelled'");
  await tell();
  expect(bodies().at(-1)).toMatchObject({ line_items: [{ status: "removed" }] });
});
