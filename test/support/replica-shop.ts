import { sql } from "kysely";
import { expect } from "vitest";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { loadBundle } from "#server/pages/assets.ts";
import { atDesk, startShopWithDesk } from "./desk.ts";
import { picture } from "./people.ts";
import { startWithReplica } from "./replica.ts";
import { eventually, type Shop } from "./shop.ts";
import { expectOk, type Shopper } from "./shopper.ts";

export type ReplicaShop = Awaited<ReturnType<typeof startReplicaShop>>;

/** Starts a shop with a primary and a replica, and a person at its desk. The replica is in use. */
export async function startReplicaShop() {
  const servers = await startWithReplica();
  const log: string[] = [];
  const start = async (readUrl: string, keys: Readonly<Record<string, string>> = {}, everyMs = 100): Promise<Shop> => {
    const started = await startShopWithDesk({
      jobs: true,
      env: { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: readUrl, LOG_LEVEL: "info", ...keys },
      periods: { replica: everyMs },
      onLog: (line) => void log.push(line),
      bundle: await loadBundle(),
    });
    return { ...started, database: { ...started.database, url: servers.primary.url } };
  };
  const [image, shop] = [await picture(200, 200), await start(servers.replica.url)];
  const person = await atDesk(shop, "sandra@example.ch", "support");
  let people = 0;
  const place = {
    servers,
    shop,
    person,
    /** The lines of the log. */
    log,
    loggedSince: (at: number, words: string) => log.slice(at).filter((line) => line.includes(words)),
    /** Starts another process of the same shop, which checks its replica every `everyMs`. */
    startBeside: (readUrl: string, everyMs?: number) =>
      start(readUrl, { DATA_DIR: shop.kasse.services.config.dataDir }, everyMs),
    /** Returns the value of a metric; null if it is absent. */
    async figure(name: string): Promise<number | null> {
      const line = (await shop.metrics()).split("\n").find((each) => each.startsWith(`${name} `));
      return line === undefined ? null : Number(line.slice(name.length + 1));
    },
    isUsed: (used: boolean) =>
      eventually(
        `the replica is ${used ? "" : "not "}used`,
        async () => (await place.figure("kasse_replica_used")) === +used,
      ),
    /** Returns a shopper who only has to order. */
    async readyToOrder(): Promise<Shopper> {
      const shopper = shop.shopper();
      await shopper.choose({ type: "Tariff", tariff: "SMART30" });
      await shopper.becomeCustomer(`replica${(people += 1)}@example.ch`, image);
      return shopper;
    },
    order: async (shopper: Shopper) => (await expectOk("order", shopper.call("createOrder", {}))).orderNumber,
    /** Returns the numbers of the orders that the desk lists. */
    async listed(text = ""): Promise<readonly string[]> {
      const { status, body } = await person.call("orders", { query: { text } });
      expect(status).toBe(200);
      return body.orders.map(({ number }) => number);
    },
    /** Returns the number of orders on the desk's board. */
    async sold(period: "day" | "week" = "day"): Promise<number> {
      const { status, body } = await person.call("board", { query: { period } });
      expect(status).toBe(200);
      return body.sold.orders;
    },
    async stop() {
      await shop.stop();
      await servers.stop();
    },
  };
  await place.isUsed(true);
  return place;
}

/** Returns whether the server that answers is a standby. */
export const isStandby = async (db: ReadHandle) =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)).rows[0]?.standby;
