import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeOrderNumber, skipLostNumbers } from "#server/sale/order/order-numbers.ts";
import { kasse } from "../support/cli.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { picture } from "../support/people.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

let database: TestDatabase;
let helper: TestDatabase;
let dataDir: string;
let image: Blob;
beforeAll(async () => {
  [database, helper, image] = await Promise.all([createTestDatabase(), createTestDatabase(), picture(200, 200)]);
  dataDir = await mkdtemp(join(tmpdir(), "kasse-restored-"));
});
afterAll(async () => {
  await database.drop();
  await helper.drop();
  await rm(dataDir, { recursive: true });
});

async function withShop<T>(url: string, work: (shop: Shop) => Promise<T>): Promise<T> {
  const shop = await startShop({ jobs: true, env: { DATABASE_URL: url, DATA_DIR: dataDir } });
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}

let people = 0;
async function order(shop: Shop): Promise<number> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
  await shopper.becomeCustomer(`restored${(people += 1)}@example.ch`, image);
  return Number((await expectOk("order", shopper.call("createOrder", {}))).orderNumber.slice(1));
}

test("after a restore into another database no number is reused, and the start reports it once", async () => {
  const first = await withShop(database.url, order);
  const name = `${database.connection.database}_restored`;
  const copy = database.url.replace(database.connection.database, name);
  await helper.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.connection.database}'`,
  );
  await helper.pool.query(`create database ${name} template ${database.connection.database}`);
  const lost = await withShop(database.url, order);
  expect(lost).toBe(first + 1);

  const settings = {
    DATABASE_URL: copy,
    DATABASE_POOL: "4",
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PAYMENT_SANDBOX_PORT: String(await freePort()),
  };
  const { child, ended } = spawnServer(settings);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${settings.PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  child.kill("SIGTERM");
  expect((await ended).out).toContain(
    `The database is not the one of the last start: it was restored, moved or promoted. Orders after K${first} may be lost whose numbers customers have; the next one is K${first + 10_001} (docs/backup.md).`,
  );
  const [one, two] = [await withShop(copy, order), await withShop(copy, order)];
  expect([one, two]).toEqual([first + 10_001, first + 10_002]);
  await helper.pool.query(`drop database ${name} with (force)`);
});

test("a disk that is set back under the same database is detected by the number in the data folder", async () => {
  await withShop(database.url, async (shop) => {
    const { db } = shop.kasse.services;
    const last = await order(shop);
    await storeOrderNumber({ db, config: { dataDir } })();
    expect(await readFile(join(dataDir, "order-number"), "utf8")).toBe(`K${last}\n`);
    expect(await skipLostNumbers(db, dataDir)).toBeNull();
    await database.pool.query(`select setval('order_numbers', ${last - 5})`);
    // The folder has the higher number.
    await storeOrderNumber({ db, config: { dataDir } })();
    expect(await skipLostNumbers(db, dataDir)).toEqual({
      why: "mark",
      from: `K${last - 5}`,
      next: `K${last + 10_001}`,
    });
    expect(await skipLostNumbers(db, dataDir)).toBeNull();
    expect(await order(shop)).toBe(last + 10_001);
  });
});

test("of several processes that start on a restored database, one skips numbers", async () => {
  await withShop(database.url, async ({ kasse: { services } }) => {
    await database.pool.query("insert into database_homes (home) values ('elsewhere')");
    const starts = await Promise.all([1, 2, 3].map(() => skipLostNumbers(services.db, dataDir)));
    expect(starts.filter((each) => each !== null)).toHaveLength(1);
  });
});

test("orders skip-to only goes up, and rejects a typing mistake", async () => {
  const run = (number: string) =>
    kasse(["orders", "skip-to", number], { DATABASE_URL: database.url, DATA_DIR: dataDir });
  const { rows } = await database.pool.query<{ last: string }>("select last_value as last from order_numbers");
  const last = Number(rows[0]?.last);
  expect(await run("12a")).toMatchObject({ code: 2, err: 'kasse: "12a" is not an order number such as K100038.' });
  expect((await run(`K${last}`)).err).toBe(`kasse: order numbers are already at K${last}.`);
  expect((await run(`K${last + 1_000_001}`)).err).toContain(`choose one up to K${last + 1_000_000}.`);
  expect(await run(`k${last + 500}`)).toMatchObject({ code: 0, out: `The next order is K${last + 501}.` });
});
