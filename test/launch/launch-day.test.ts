import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FailureBodies } from "#contract/failures.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";
import { wideLimits } from "../support/wide-limits.ts";

// 120 purchases of a product may begin a minute: two a second. Queues move on every 100 ms.

const DEVICE = { type: "Tariff", tariff: "SMART60", mobile: "AARE5", binding: "182400001" } as const;
const PIECES = 15;
const SHOPPERS = 45;

let shop: Shop;
beforeAll(async () => {
  const env = { ...wideLimits({ checkoutsPerAddress: 215 }), LAUNCH_PER_MINUTE: "120", TRUST_PROXY: "loopback" };
  shop = await startShop({ jobs: true, env, bundle: await loadBundle() });
});
afterAll(() => shop.stop());

type Queued = FailureBodies["queued"];
/** `place`: null for somebody who did not queue. */
type Outcome = { readonly shopper: number; readonly place: number | null; readonly end: string };

/** Begins a checkout; while it is refused with a place in the queue, asks again, faster than a browser would. */
async function enter(shopper: Shopper, record: object): Promise<{ end: string; place: number | null }> {
  for (let [ticket, place]: [string | null, number | null] = [null, null]; ;) {
    const { status, body, headers } = await shopper.call("checkout", { ...record, ticket } as never);
    const answer = body as unknown as Queued & { readonly id: string };
    if (status === 200) {
      shopper.checkoutId = answer.id;
      return { end: "in", place };
    }
    if (answer.code !== "QUEUED") return { end: answer.code, place };
    expect(status).toBe(429);
    expect(headers.get("retry-after")).toBe(String(answer.retryAfter));
    ({ ticket } = answer);
    place = Number(ticket.split(".")[1]);
    await delay(100);
  }
}

test("a crowd for a few pieces: each piece is ordered once, in the order of arrival, and nobody sees an error", async () => {
  const image = await picture();
  await shop.database.pool.query("update stock set on_hand = $1 where article = 'AARE5'", [PIECES]);
  const outcomes: Outcome[] = [];
  const buy = async (index: number) => {
    const shopper = shop.shopper();
    shopper.extra = { "x-forwarded-for": `10.0.0.${index}` };
    const { end, place } = await enter(shopper, DEVICE);
    if (end !== "in") return outcomes.push({ shopper: index, place, end });
    await shopper.becomeCustomer(`launch${index}@example.ch`, image, { idNo: `L${100_000 + index}` });
    const order = await shopper.call("createOrder", { billPayed: false });
    return outcomes.push({ shopper: index, place, end: order.status === 200 ? "ordered" : JSON.stringify(order.body) });
  };
  const all: Promise<unknown>[] = [];
  for (let index = 0; index < SHOPPERS; index++) {
    all.push(buy(index));
    await delay(10);
  }
  await Promise.all(all);
  const ended = (end: string) => outcomes.filter((each) => each.end === end);
  expect(ended("ordered")).toHaveLength(PIECES);
  expect(outcomes.filter(({ end }) => end !== "ordered" && end !== "NO_STOCK")).toEqual([]);
  const places = (end: string) => ended(end).flatMap(({ place }) => (place === null ? [] : [place]));
  expect(places("NO_STOCK").length).toBeGreaterThan(SHOPPERS / 3);
  expect(Math.max(0, ...places("ordered"))).toBeLessThan(Math.min(...places("NO_STOCK")));
  const { rows } = await shop.database.pool.query("select on_hand from stock where article = 'AARE5'");
  expect(rows).toEqual([{ on_hand: 0 }]);
});

test("other products have no queue, and the metrics count who waits", async () => {
  const [one, other] = [shop.shopper(), shop.shopper()];
  const record = { type: "Tariff", tariff: "SMART30" } as const;
  let queued: Queued | null = null;
  for (let each = 0; each < 30; each++) {
    const { status, body } = await one.call("checkout", record);
    if (status === 429) queued = body as unknown as Queued;
  }
  expect(queued).toMatchObject({ code: "QUEUED", ticket: expect.stringMatching(/^mobile\/SMART30\.\d+\.[\w-]{22}$/) });
  expect(queued?.message).toMatch(/^(Sie sind als Nächstes an der Reihe|Vor Ihnen warte)/);
  expect(await shop.metrics()).toMatch(/kasse_launch_queue\{product="mobile\/SMART30"\} [1-9]/);
  expect((await other.call("checkout", { type: "Tariff", tariff: "SMART60" })).status).toBe(200);
});

test("the form without a script keeps the place, and leads to the checkout once it is the shopper's turn", async () => {
  const send = async (ticket: string | null) => {
    const body = new URLSearchParams({
      record: JSON.stringify({ type: "Tariff", tariff: "SIMONLY20" }),
      ...(ticket && { ticket }),
    });
    const headers = { "sec-fetch-site": "same-origin" };
    const response = await fetch(`${shop.url}/fr/mobile/SIMONLY20`, {
      method: "POST",
      redirect: "manual",
      headers,
      body,
    });
    return { response, html: await response.text() };
  };
  let answer = await send(null);
  for (let each = 0; each < 100 && answer.response.status === 303; each++) answer = await send(null);
  expect(answer.response.status).toBe(429);
  expect(answer.response.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(answer.html).toContain("Votre place est conservée");
  const ticket = /name="ticket" value="([^"]+)"/.exec(answer.html)?.[1] ?? "";
  await expect.poll(async () => (await send(ticket)).response.status, { timeout: 300_000 }).toBe(303);
});

test("a checkout that takes another device queues for it, and the one that gives it up does not", async () => {
  const device = { ...DEVICE, mobile: "PIZLITE", tariff: "SMART30" } as const;
  const crowd = shop.shopper();
  for (let each = 0; each < 30; each++) await crowd.call("checkout", device);
  const shopper = shop.shopper();
  const { id } = await shopper.choose({ type: "Tariff", tariff: "PREPAID10" });
  expect((await shopper.call("checkout", { ...device, id })).body).toMatchObject({ code: "QUEUED" });
  expect((await shopper.call("checkout", { type: "Tariff", tariff: "SMART30", id })).status).toBe(200);
});

test("a place counts once against the limit of new checkouts per address", async () => {
  const shopper = shop.shopper();
  const { rows } = await shop.database.pool.query<{ count: number }>(
    "select sum(count)::int as count from limit_counters where key like 'checkoutsPerAddress:%'",
  );
  const used = rows[0]?.count ?? 0;
  const left = 260 - used;
  expect(left).toBeGreaterThan(0);
  const queued: string[] = [];
  for (let each = 0; each < left; each++) {
    const { status, body } = await shopper.call("checkout", { type: "Tariff", tariff: "SMART100" } as never);
    if (status === 429) queued.push((body as unknown as Queued).ticket);
  }
  const refused = await shopper.call("checkout", { type: "Tariff", tariff: "SMART100" } as never);
  expect(refused.body).not.toHaveProperty("ticket");
  const [ticket = ""] = queued;
  await expect
    .poll(
      async () => (await shopper.call("checkout", { type: "Tariff", tariff: "SMART100", ticket } as never)).status,
      { timeout: 300_000 },
    )
    .toBe(200);
  // A second checkout at the same place counts like one without a place.
  const second = await shopper.call("checkout", { type: "Tariff", tariff: "SMART100", ticket } as never);
  expect(second.status).toBe(429);
  expect(second.body).not.toHaveProperty("ticket");
});
