import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";

/** More than the connections of a process. */
const BUYERS = 14;

let living: Shop;
let vanishing: Shop;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let image: Blob;
beforeAll(async () => {
  living = await startShop({ jobs: true, asDelivered: true });
  proxy = await startDatabaseProxy(living.database.connection);
  const { user, password, database } = living.database.connection;
  const address = `postgres://${user}:${encodeURIComponent(password)}@${proxy.address.host}:${proxy.address.port}/${database}`;
  vanishing = await startShop({
    jobs: true,
    asDelivered: true,
    env: { DATABASE_URL: address, DATA_DIR: living.kasse.services.config.dataDir },
  });
  image = await picture(200, 200);
});
afterAll(async () => {
  proxy.stop();
  await Promise.all([vanishing.stop(), living.stop()]);
});

let people = 0;
async function readyToOrder(shop: Shop, mobile?: string): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30", ...(mobile && { mobile }) });
  await shopper.becomeCustomer(`vanished${(people += 1)}@example.ch`, image);
  return shopper;
}

/** Repeats the press until there is an order, like a shopper who is asked to try again. */
async function orders(shopper: Shopper): Promise<void> {
  for (;;) {
    const { status } = await shopper.call("createOrder");
    if (status === 200) return;
    expect(status).toBe(503);
    await delay(300);
  }
}

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

async function orderCount(): Promise<number> {
  const { rows } = await living.database.pool.query<{ n: number }>("select count(*)::int as n from orders");
  return rows[0]?.n ?? 0;
}

async function pieces(article: string): Promise<number | undefined> {
  const { rows } = await living.database.pool.query<{ on_hand: number }>(
    "select on_hand from stock where article = $1",
    [article],
  );
  return rows[0]?.on_hand;
}

// Once more on a machine so slow that the other sales take as long as the limits of a transaction.
test(
  "a machine that vanishes while it takes a piece blocks this article for seconds, and no other sale",
  { retry: 3 },
  async () => {
    const before = await orderCount();
    await living.database.pool.query("update stock set on_hand = 50 where article in ('AARE5', 'PIZLITE')");
    const lost = await readyToOrder(vanishing, "AARE5");
    const buyers: Shopper[] = [];
    for (let each = 0; each < BUYERS; each += 1) buyers.push(await readyToOrder(living, "AARE5"));
    const others = [await readyToOrder(living), await readyToOrder(living, "PIZLITE"), await readyToOrder(living)];

    proxy.silenceAfter("update stock");
    void lost.call("createOrder").catch(() => undefined);
    await eventually("the piece is taken and the machine gone", async () => {
      const { rows } = await living.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
      return rows.length > 0;
    });

    const waits = Promise.all(buyers.map((buyer) => timed(orders(buyer))));
    // Waits until every connection that could wait for the piece does.
    await delay(500);
    const undisturbed = await Promise.all(others.map((other) => timed(orders(other))));
    expect(Math.max(...undisturbed)).toBeLessThan(Math.min(...(await waits)));
    expect(await pieces("AARE5")).toBe(50 - BUYERS);
    expect((await orderCount()) - before).toBe(BUYERS + others.length);
  },
);
