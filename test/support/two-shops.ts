import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChildShop, type ChildShop } from "./child-shop.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./ports.ts";
import { pick, type Random } from "./seeded.ts";
import { Shopper } from "./shopper.ts";

/** Two server processes on one database and one data folder. */
export type TwoShops = {
  readonly database: TestDatabase;
  /** Returns a browser behind a balancer that sends each request to one of the live processes. */
  shopper(): Shopper;
  shop(index: number): ChildShop;
  /** Kills one with -9; requests go to the other one until it is restarted. */
  kill(index: number): Promise<void>;
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
};

/** Starts both at the same moment on an empty database and an empty folder, like a first deployment of two. */
export async function startTwoShops(random: Random, env: Readonly<Record<string, string>> = {}): Promise<TwoShops> {
  const database = await createTestDatabase("empty");
  const dataDir = await mkdtemp(join(tmpdir(), "kasse-two-"));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const start = (index: number) =>
    startChildShop({
      databaseUrl: database.url,
      dataDir,
      port: ports[index] ?? 0,
      paymentPort: ports[index + 2] ?? 0,
      env,
    });
  const shops = await Promise.all([start(0), start(1)]);
  const living = new Set([0, 1]);
  const at = (index: number): ChildShop => {
    const found = shops[index];
    if (!found) throw new Error(`There is no shop ${index}`);
    return found;
  };
  return {
    database,
    shopper: () => new Shopper(() => at(pick(random, [...living])).url),
    shop: at,
    async kill(index) {
      living.delete(index);
      await at(index).kill();
    },
    async restart(index) {
      shops[index] = await start(index);
      living.add(index);
    },
    async stop() {
      for (const shop of shops) await shop.kill();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
