import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { expectOneOrder, goOn } from "../support/one-order.ts";
import { picture } from "../support/people.ts";
import { chance, SEED, seeded } from "../support/seeded.ts";
import { startTwoShops, type TwoShops } from "../support/two-shops.ts";
import { inOneQuarter } from "../support/window-end.ts";

const ROUNDS = inject("long") ? 100 : 2;
const MAX_WAITS = 60;

const random = seeded(SEED + 2);
let shops: TwoShops;
let image: Blob;
beforeAll(async () => {
  [shops, image] = await Promise.all([startTwoShops(random), picture(200, 200)]);
});
afterAll(() => shops.stop());

const ask = (sql: string, ...values: unknown[]) => shops.database.pool.query(sql, values);

describe("two server processes on one database", () => {
  test("that started together on an empty database agree on catalogue, addresses, keys and jobs", async () => {
    expect((await ask("select version from catalogues")).rows).toHaveLength(1);
    expect((await ask("select checksum from address_loads")).rows).toHaveLength(1);
    expect((await ask("select distinct process_number from job_pools")).rows).toHaveLength(2);
    for (const index of [0, 1]) {
      const { url } = shops.shop(index);
      const reply = await fetch(`${url}${API_PREFIX}/product/mobile/SMART60`);
      expect(await reply.json()).toMatchObject({ price: 39.9 });
    }
  });

  test("count attempts against limits together", async () => {
    const shopper = shops.shopper();
    const statuses = await inOneQuarter(async (round) => {
      const found: number[] = [];
      for (let tries = 0; tries < 12; tries++)
        found.push((await shopper.logIn(`two${round}@example.ch`, "falsch")).status);
      return found;
    });
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test("a catalogue loaded by one is used by the other", async () => {
    const before = shops.shopper();
    expect((await before.choose({ type: "Tariff", tariff: "SMART30" })).billing).toBe(24.9);
    await ask(
      `with changed as (
         insert into catalogues (content, checksum)
         select jsonb_set(content, '{mobileTariffs,0,prices,0,price}', '1234'), 'changed' from catalogues returning version),
       activated as (
         insert into catalogue_activations (version, starts_at, actor, ordered_at)
         select version, now(), 'test', now() from changed returning id, version, starts_at)
       insert into catalogue_sales (activation_id, version, starts_at, holds_from)
       select id, version, starts_at, starts_at from activated`,
    );
    for (let times = 0; times < 6; times++) {
      const another = shops.shopper();
      expect((await another.choose({ type: "Tariff", tariff: "SMART30" })).billing).toBe(12.34);
    }
    expect((await before.choose({ type: "Tariff", tariff: "SMART30" })).billing).toBe(12.34);
  });
});

describe("one of two is killed with -9 between pay and hand-over", () => {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    round,
    killed: chance(random, 0.5) ? 1 : 0,
    waits: 1 + Math.floor(((round + random()) / ROUNDS) * MAX_WAITS),
    returns: chance(random, 0.7),
    restarts: chance(random, 0.5),
  }));

  test.each(rounds)(
    "round $round: $killed after $waits waits; it restarts: $restarts, the shopper returns: $returns",
    { timeout: 300_000 },
    async ({ round, killed, waits, returns, restarts }) => {
      const email = `two${round}@example.ch`;
      const shopper = shops.shopper();
      await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
      await shopper.becomeCustomer(email, image, { simType: "1" });
      const begun = (await shopper.call("prepareTransaction")).body as { redirectUrl: string };
      const { died, arm } = shops.shop(killed);
      await arm(waits);
      const paying = goOn(shopper, begun.redirectUrl);
      await Promise.race([died, Promise.all([paying, new Promise((resolve) => setTimeout(resolve, 500))])]);
      await shops.kill(killed);
      await paying;
      if (restarts) await shops.restart(killed);

      const hostedId = begun.redirectUrl.split("/").at(-1) ?? "";
      const { rows } = await ask("select outcome from sandbox_payments where id = $1", hostedId);
      // The provider's page of the killed process is gone with it: the same payment is at the other one.
      const page = `${shops.shop(restarts ? killed : 1 - killed).paymentOrigin}${new URL(begun.redirectUrl).pathname}`;
      if (returns || (rows[0] as { outcome: string }).outcome !== "paid") await goOn(shopper, page);
      else await ask("select graphile_worker.add_job('settle-payments', '{}')");
      await expectOneOrder(shops.database, shopper, email);
      if (!restarts) await shops.restart(killed);
    },
  );
});
