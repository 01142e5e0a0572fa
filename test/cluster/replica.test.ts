import { sql } from "kysely";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { createWindowState } from "#server/shop/catalogue/window-state.ts";
import { freePort } from "../support/ports.ts";
import { havePrograms } from "../support/programs.ts";
import { isStandby, startReplicaShop, type ReplicaShop } from "../support/replica-shop.ts";
import { eventually } from "../support/shop.ts";

const DEVICE = "AARE5";

describe.runIf(havePrograms())("reads that may be seconds old", () => {
  let place: ReplicaShop;
  beforeAll(async () => {
    place = await startReplicaShop();
  });
  afterAll(() => place.stop());

  test("come from the replica while it is at most ten seconds behind, then from the primary, and back again", async () => {
    const known = await place.order(await place.readyToOrder());
    await eventually(
      "list and board show the order",
      async () => (await place.listed()).includes(known) && (await place.sold()) === 1,
    );
    const [shopper, soldBefore] = [await place.readyToOrder(), await place.sold()];
    const lines = place.log.length;
    const { reads, catalogues, now } = place.shop.kasse.services;
    const windowState = createWindowState({ reads, catalogues, now, periods: { shopWindow: 0 } });

    const figuresChanged = async () =>
      (await place.servers.primary.query<{ at: Date }>("select max(changed_at) as at from desk_figures"))[0]?.at ?? 0;
    const changed = await figuresChanged();
    await place.servers.replica.replay("pause");
    const number = await place.order(shopper);
    await place.servers.primary.query(`update stock set on_hand = 0 where article = '${DEVICE}'`);
    // Everything that a person acts on shows the order, everything that may be old does not.
    expect((await place.person.call("order", { params: { number } })).status).toBe(200);
    expect([await place.listed(), await place.listed(number)]).toEqual([[known], []]);
    expect((await place.person.call("orderCounts", { query: { period: "all" } })).body.all.count).toBe(1);
    await eventually("the primary has the figures of the order", async () => (await figuresChanged()) > changed);
    // An answer about the day may be shared with the one before.
    expect(await place.sold("week")).toBe(soldBefore);
    expect(await place.figure('kasse_orders_recent{status="placed"}')).toBe(1);
    expect((await windowState()).stock.get(DEVICE)).toBeGreaterThan(0);
    expect(await place.figure("kasse_replica_used")).toBe(1);

    await place.isUsed(false);
    expect(await place.figure("kasse_replica_lag_seconds")).toBeGreaterThan(9.5);
    expect(await place.listed()).toEqual([number, known]);
    await eventually("the search finds the order", async () => (await place.listed(number)).includes(number));
    await eventually("the board shows the order", async () => (await place.sold()) === soldBefore + 1);
    expect(await place.figure('kasse_orders_recent{status="placed"}')).toBe(2);
    expect((await windowState()).stock.get(DEVICE)).toBe(0);
    expect(place.loggedSince(lines, "go to the primary")).toEqual([expect.stringMatching(/1\d s behind/)]);

    await place.servers.replica.replay("resume");
    await place.isUsed(true);
    await eventually("the replica has caught up", async () => (await place.figure("kasse_replica_lag_seconds")) === 0);
    expect(await place.shop.kasse.services.reads.read(isStandby)).toBe(true);
    expect(await place.listed()).toEqual([number, known]);
    expect(place.loggedSince(lines, "go to the replica")).toHaveLength(1);
  });

  test("show pages of the shop; a press is decided by the primary", async () => {
    const url = `${place.shop.url}/device/${DEVICE}`;
    const press = async () => {
      const record = { type: "Tariff", tariff: "SMART60", mobile: DEVICE, binding: "182400001" };
      const body = new URLSearchParams({ record: JSON.stringify(record) });
      const headers = { "sec-fetch-site": "same-origin" };
      return (await fetch(url, { method: "POST", redirect: "manual", headers, body })).status;
    };
    const isSoldOut = async () => (await (await fetch(url)).text()).includes("schema.org/OutOfStock");
    await eventually("the page names it sold out", isSoldOut);
    expect(await press()).toBe(409);
    await place.servers.replica.replay("pause");
    await place.servers.primary.query(`update stock set on_hand = 5 where article = '${DEVICE}'`);
    await eventually("the press is accepted", async () => (await press()) === 303);
    expect(await isSoldOut()).toBe(true);
    await place.servers.replica.replay("resume");
    await eventually("the page offers the device", async () => !(await isSoldOut()));
  });

  test("come from the replica all the time while nothing is sold", async () => {
    for (let looks = 0; looks < 20; looks += 1) {
      expect(await place.figure("kasse_replica_used")).toBe(1);
      await delay(100);
    }
    expect(await place.shop.kasse.services.reads.read(isStandby)).toBe(true);
  });

  test("are refused to write, and nothing has tried to", async () => {
    const writing = (db: ReadHandle) => sql`delete from orders`.execute(db);
    await expect(place.shop.kasse.services.reads.read(writing)).rejects.toThrow("read-only transaction");
    const attempts = place.log.filter((line) => line.includes("read-only"));
    expect(attempts).toEqual([]);
    // Nor could they if the address were the primary's, where PostgreSQL would let the role write.
    const own = await place.startBeside(place.servers.primary.url);
    expect(await own.kasse.services.reads.read(isStandby)).toBe(false);
    await expect(own.kasse.services.reads.read(writing)).rejects.toThrow("read-only transaction");
    await own.stop();
    expect((await place.servers.primary.query("select 1 from orders")).length).toBeGreaterThan(0);
  });

  test("do not stop a start: a replica that is not reached is not used", async () => {
    const lines = place.log.length;
    const own = await place.startBeside(`postgres://kasse@127.0.0.1:${await freePort()}/kasse`);
    expect(await own.kasse.services.reads.read(isStandby)).toBe(false);
    expect(await own.metrics()).toContain("kasse_replica_used 0");
    expect(place.loggedSince(lines, "go to the primary")).toEqual([expect.stringContaining("ECONNREFUSED")]);
    await own.stop();
  });

  test("need a copy of this database: another one is refused with a sentence", async () => {
    const foreign = place.servers.replica.url.replace(/kasse$/, "postgres");
    await expect(place.startBeside(foreign)).rejects.toThrow(
      /^DATABASE_READ_URL is not a replica of the database of DATABASE_URL/,
    );
  });
});
