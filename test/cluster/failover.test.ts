import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChildShop, type ChildShop } from "../support/child-shop.ts";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { havePrograms } from "../support/programs.ts";
import { startBalancer, startPair } from "../support/servers.ts";
import type { Shopper } from "../support/shopper.ts";

const SHOPPERS = 40;
const DEVICE = "AARE5";
/** Maximum time from the promotion to the first sale, in ms. */
const MAX_MS = 15_000;

describe.runIf(havePrograms())("the primary stops answering, and its standby is promoted", () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let dataDir: string;
  let shops: readonly ChildShop[];
  beforeAll(async () => {
    pair = await startPair();
    balancer = await startBalancer([pair.primary, pair.standby]);
    dataDir = await mkdtemp(join(tmpdir(), "kasse-failover-"));
    const start = async () =>
      startChildShop({
        databaseUrl: balancer.url,
        dataDir,
        port: await freePort(),
        paymentPort: await freePort(),
        env: { DATABASE_POOL: "10", LOG_LEVEL: "silent" },
      });
    shops = [await start(), await start()];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.kill();
    await balancer.stop();
    await pair.stop();
    await rm(dataDir, { recursive: true });
  });

  test(
    "the shop sells again within 15 s, no confirmed order is lost, and no piece is sold twice",
    { timeout: 240_000 },
    async () => {
      const image = await picture(200, 200);
      await pair.primary.query(`update stock set on_hand = ${SHOPPERS} where article = '${DEVICE}'`);
      const shoppers: Shopper[] = [];
      for (let each = 0; each < SHOPPERS; each += 1) {
        const shopper = shops[each % 2]?.shopper() as Shopper;
        await shopper.choose({ type: "Tariff", tariff: "SMART30", mobile: DEVICE });
        await shopper.becomeCustomer(`failover${each}@example.ch`, image);
        shoppers.push(shopper);
      }

      const confirmed = new Map<Shopper, { number: string; at: number }>();
      const odd: number[] = [];
      /** Repeats the press until the order is confirmed, after a timeout or a request to retry. */
      const buy = async (shopper: Shopper): Promise<void> => {
        while (!confirmed.has(shopper)) {
          const reply = await Promise.race([
            shopper.call("createOrder").catch(() => null),
            delay(10_000).then(() => null),
          ]);
          if (reply?.status === 200) {
            const { orderNumber } = reply.body as { orderNumber: string };
            confirmed.set(shopper, { number: orderNumber, at: performance.now() });
          } else if (reply && reply.status !== 503) odd.push(reply.status);
          await delay(300);
        }
      };
      const buying = shoppers.map(async (shopper, index) => {
        await delay(index * 100);
        await buy(shopper);
      });
      await delay(1500);
      pair.primary.freeze();
      const before = confirmed.size;
      await delay(1500);
      pair.standby.promote();
      const promotedAt = performance.now();
      await Promise.all(buying);

      const times = [...confirmed.values()].map(({ at }) => at).filter((at) => at > promotedAt);
      console.log(
        `The first sale came ${Math.round(Math.min(...times) - promotedAt)} ms after the promotion, the last ${Math.round(Math.max(...times) - promotedAt)} ms; ${before} came before.`,
      );
      expect(before).toBeGreaterThan(0);
      expect(Math.min(...times) - promotedAt).toBeLessThan(MAX_MS);
      expect(odd).toEqual([]);
      const orders = await pair.standby.query<{ number: string }>("select number from orders");
      expect(orders.map(({ number }) => number).toSorted()).toEqual(
        [...confirmed.values()].map(({ number }) => number).toSorted(),
      );
      expect(new Set(orders.map(({ number }) => number)).size).toBe(SHOPPERS);
      expect(await pair.standby.query(`select on_hand from stock where article = '${DEVICE}'`)).toEqual([
        { on_hand: 0 },
      ]);
      for (let tries = 0; tries < 120; tries += 1) {
        const [row] = await pair.standby.query<{ open: number }>(
          "select count(*)::int as open from handovers where delivered_at is null",
        );
        if (row?.open === 0) break;
        await delay(1000);
      }
      const handed = await pair.standby.query<{ events: number; orders: number }>(
        "select count(*)::int as events, count(distinct event->'event'->'productOrder'->>'id')::int as orders from sandbox_orders where event->>'eventType' = 'ProductOrderCreateEvent'",
      );
      expect(handed).toEqual([{ events: SHOPPERS, orders: SHOPPERS }]);
    },
  );
});
