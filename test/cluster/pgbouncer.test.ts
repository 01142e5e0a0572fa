import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChildShop, type ChildShop } from "../support/child-shop.ts";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { havePrograms } from "../support/programs.ts";
import { startPair, startPooler } from "../support/servers.ts";
import { eventually } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

describe.runIf(havePrograms())("PgBouncer in transaction mode, in a version before named statements", () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let dataDir: string;
  let shops: readonly ChildShop[];
  beforeAll(async () => {
    pair = await startPair();
    pooler = await startPooler(pair.primary);
    dataDir = await mkdtemp(join(tmpdir(), "kasse-pgbouncer-"));
    const start = async () =>
      startChildShop({
        databaseUrl: pooler.url,
        dataDir,
        port: await freePort(),
        paymentPort: await freePort(),
        env: { DATABASE_DIRECT_URL: pair.primary.url, DATABASE_POOL: "20" },
      });
    shops = [await start(), await start()];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.kill();
    await pooler.stop();
    await pair.stop();
    await rm(dataDir, { recursive: true });
  });

  test(
    "many shoppers buy at once through two processes; every order is handed over once",
    { timeout: 120_000 },
    async () => {
      const image = await picture(200, 200);
      const buying = Array.from({ length: 12 }, async (_, each) => {
        const shopper = shops[each % 2]?.shopper();
        if (!shopper) throw new Error("There is no shop");
        await shopper.choose({ type: "Tariff", tariff: "SMART30" });
        await shopper.becomeCustomer(`pooled${each}@example.ch`, image);
        return expectOk("order", shopper.call("createOrder", {}));
      });
      await Promise.all(buying);
      await eventually("every order is handed over", async () => {
        const [row] = await pair.primary.query<{ events: number }>(
          "select count(*)::int as events from sandbox_orders",
        );
        return row?.events === 12;
      });
    },
  );

  test("the timeouts apply to every connection of the pooler, and no lock is left behind", async () => {
    const limits = await pair.primary.query<{ set: string }>(
      "select unnest(setconfig) as set from pg_db_role_setting where setrole = 'kasse'::regrole order by 1",
    );
    expect(limits.map(({ set }) => set)).toEqual(
      expect.arrayContaining([
        "idle_in_transaction_session_timeout=8000",
        "lock_timeout=4000",
        "statement_timeout=6000",
      ]),
    );
    // One for each process, on a separate connection.
    const locks = await pair.primary.query("select 1 from pg_locks where locktype = 'advisory' and classid = 779003");
    expect(locks).toHaveLength(2);
  });
});
