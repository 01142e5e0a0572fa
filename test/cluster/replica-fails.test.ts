import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { havePrograms } from "../support/programs.ts";
import { isStandby, startReplicaShop, type ReplicaShop } from "../support/replica-shop.ts";
import { eventually } from "../support/shop.ts";

describe.runIf(havePrograms())("reads that may be seconds old", () => {
  let place: ReplicaShop;
  beforeAll(async () => {
    place = await startReplicaShop();
  });
  afterAll(() => place.stop());

  test("come from the primary if the replica's replay ends the read", async () => {
    await place.servers.primary.query("create table conflicts as select generate_series(1, 1000) as n");
    await eventually("the replica has the table", () =>
      place.shop.kasse.services.reads.read(
        async (db) =>
          (await sql`select from pg_tables where tablename = 'conflicts'`.execute(db)).rows.length > 0 && isStandby(db),
      ),
    );
    const lines = place.log.length;
    const answered: unknown[] = [];
    await place.shop.kasse.services.reads.snapshot(async (db) => {
      answered.push(await isStandby(db));
      await sql`select count(*) from conflicts`.execute(db);
      if (answered.length > 1) return;
      await place.servers.primary.query("delete from conflicts");
      await place.servers.primary.query("vacuum conflicts");
      await sql`select pg_sleep(2)`.execute(db);
    });
    expect(answered).toEqual([true, false]);
    expect(place.loggedSince(lines, "failed on the replica")).toEqual([
      expect.stringContaining("conflict with recovery"),
    ]);
    // The replica is well otherwise.
    expect(await place.figure("kasse_replica_used")).toBe(1);
  });

  test.each<[how: string, fail: () => Promise<void> | void, mend: () => Promise<void> | void]>([
    ["freezes", () => place.servers.replica.freeze(), () => place.servers.replica.thaw()],
    ["is killed", () => place.servers.replica.kill(), () => place.servers.replica.restart()],
  ])("come from the primary while the replica %s; no request fails, and it is used again", async (_how, fail, mend) => {
    const shopper = await place.readyToOrder();
    const lines = place.log.length;
    await fail();
    const number = await place.order(shopper);
    const began = performance.now();
    const answers = await Promise.all([
      place.listed(),
      place.listed(),
      place.sold(),
      place.listed("replica"),
      place.sold(),
    ]);
    expect(performance.now() - began).toBeLessThan(8000);
    expect([answers[0], answers[1]]).toEqual([expect.arrayContaining([number]), answers[0]]);
    expect(await place.figure("kasse_replica_used")).toBe(0);
    // From now on, no read waits for the replica.
    const again = performance.now();
    await Promise.all([place.listed(), place.sold()]);
    expect(performance.now() - again).toBeLessThan(1000);
    expect(place.loggedSince(lines, "go to the primary")).toHaveLength(1);
    await mend();
    await place.isUsed(true);
    await eventually("the replica has caught up", async () => (await place.figure("kasse_replica_lag_seconds")) === 0);
    expect(await place.shop.kasse.services.reads.read(isStandby)).toBe(true);
    expect(await place.listed()).toContain(number);
    expect(place.loggedSince(lines, "go to the replica")).toHaveLength(1);
  });

  test("tell each other that the replica is lost, before it is checked again", async () => {
    const own = await place.startBeside(place.servers.replica.url, 5000);
    const { reads } = own.kasse.services;
    await eventually("the replica is used", async () => (await reads.read(isStandby)) === true);
    await place.servers.replica.kill();
    expect(await reads.read(isStandby)).toBe(false);
    expect(await own.metrics()).toContain("kasse_replica_used 0");
    await own.stop();
    await place.servers.replica.restart();
    await place.isUsed(true);
  });

  test("no longer come from a replica that was promoted", async () => {
    const lines = place.log.length;
    place.servers.replica.promote();
    await place.isUsed(false);
    expect(await place.shop.kasse.services.reads.read(isStandby)).toBe(false);
    expect(place.loggedSince(lines, "go to the primary").at(-1)).toContain("promoted");
    const number = await place.order(await place.readyToOrder());
    expect(await place.listed()).toContain(number);
  });
});
