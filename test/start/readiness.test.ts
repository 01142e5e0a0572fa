import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { createReadiness } from "#server/operator/readiness.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { SHOP_TIMES } from "#server/platform/database/times.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

const log = pino({ level: "silent" });
const now = () => new Date();
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ jobs: true });
});
afterAll(async () => {
  await shop.stop();
});

const status = async (path: string) => (await fetch(shop.url + path)).status;

test("a read-only database makes the process not ready, but it should keep running; calls are told to retry", async () => {
  const name = shop.database.connection.database;
  const readOnly = async (on: boolean) => {
    await shop.database.pool.query(`set default_transaction_read_only = off`);
    await shop.database.pool.query(`alter database ${name} set default_transaction_read_only = ${on}`);
    await shop.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  };
  expect(await status("/readyz")).toBe(200);
  await readOnly(true);
  await eventually("it is not ready", async () => (await status("/readyz")) === 503);
  expect(await status("/livez")).toBe(200);
  const sold = await fetch(`${shop.url}${API_PREFIX}/product/mobile/SMART60`);
  expect(sold.status).toBe(200);
  const begun = await shop.shopper().call("checkout", { type: "Tariff", tariff: "SMART30" });
  expect(begun).toMatchObject({ status: 503, body: { message: expect.any(String) } });
  await readOnly(false);
  await eventually("it is ready again", async () => (await status("/readyz")) === 200);
  await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
});

test("no live catalogue, as after the clock was set back, is reported by the health check; calls are told to retry", async () => {
  const sell = (from: string) => shop.database.pool.query(`update catalogue_sales set holds_from = holds_from ${from}`);
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await sell("+ interval '100 years'");
  expect((await shopper.prepare("3")).status).toBe(503);
  expect((await shop.shopper().call("checkout", { type: "Tariff", tariff: "SMART60" })).status).toBe(503);
  await eventually("it is not ready", async () => (await status("/readyz")) === 503);
  await sell("- interval '100 years'");
  await eventually("it is ready again", async () => (await status("/readyz")) === 200);
  expect((await shopper.prepare("3")).status).toBe(200);
});

test("a process that cannot write although its database can should be restarted", async () => {
  const opened = openDatabase({ ...shop.database.connection, max: 1 }, log, {
    times: { ...SHOP_TIMES, connect: 2000 },
  });
  const readiness = createReadiness({
    now,
    db: opened.db,
    freshMs: 1000,
    connection: shop.database.connection,
    suspectMs: 500,
  });
  expect(await readiness.isReady()).toBe(true);
  const lost = await opened.pool.connect();
  await eventually("it is not ready", async () => !(await readiness.isReady()));
  await eventually("it is suspected itself", async () => !(await readiness.isAlive()));
  lost.release();
  await eventually("it can write again", () => readiness.isReady());
  expect(await readiness.isAlive()).toBe(true);
  await opened.close();
});

test("a process whose database is unavailable should not be restarted: that would not help", async () => {
  const proxy = await startDatabaseProxy(shop.database.connection);
  const connection = { ...shop.database.connection, ...proxy.address };
  const opened = openDatabase(connection, log, { times: { ...SHOP_TIMES, connect: 2000, silence: 2000 } });
  const readiness = createReadiness({ now, db: opened.db, freshMs: 1000, connection, suspectMs: 0 });
  expect(await readiness.isReady()).toBe(true);
  proxy.silence();
  await eventually("it is not ready", async () => !(await readiness.isReady()));
  expect(await readiness.isAlive()).toBe(true);
  proxy.speak();
  await eventually("it is ready again", () => readiness.isReady());
  await opened.close();
  proxy.stop();
});

test("a stopping process is not ready from then on, and stays alive", async () => {
  const opened = openDatabase(shop.database.connection, log);
  const readiness = createReadiness({ now, db: opened.db, freshMs: 1000, connection: shop.database.connection });
  readiness.drain();
  expect([await readiness.isReady(), await readiness.isAlive()]).toEqual([false, true]);
  await opened.close();
});

test("a full disk is a 503, and the health check reports it although a few bytes can still be written", async () => {
  await shop.database.pool.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on checkouts for each row execute function no_room()`);
  expect(await status("/readyz")).toBe(200);
  expect((await shop.shopper().call("checkout", { type: "Tariff", tariff: "SMART30" })).status).toBe(503);
  expect(await status("/readyz")).toBe(503);

  const opened = openDatabase(shop.database.connection, log);
  const options = { db: opened.db, now, freshMs: 0, connection: shop.database.connection };
  const readiness = createReadiness({ ...options, fullMs: 100 });
  readiness.noteFull();
  expect(await readiness.isReady()).toBe(false);
  await eventually("it is ready again", () => readiness.isReady());
  await opened.close();
});
