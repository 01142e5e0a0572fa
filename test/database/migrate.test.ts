import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate, outstandingMigrations } from "#server/platform/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let folder: string;

const put = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.connection, { folder });

beforeEach(async () => {
  database = await createTestDatabase("empty");
  folder = await mkdtemp(join(tmpdir(), "kasse-migrations-"));
  await put("0001_orders.sql", "CREATE TABLE orders (id int); SELECT pg_sleep(0.1);");
  await put("0002_total.sql", "ALTER TABLE orders ADD total int");
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test("an empty database gets all migrations in order, and the second time none", async () => {
  expect(await run()).toEqual(["0001_orders.sql", "0002_total.sql"]);
  expect(await run()).toEqual([]);
  await put("0003_note.sql", "ALTER TABLE orders ADD note text");
  expect(await run()).toEqual(["0003_note.sql"]);
});

test("folders have one order, that of the numbers; a number that two of them use is refused", async () => {
  const more = await mkdtemp(join(tmpdir(), "kasse-more-"));
  try {
    await writeFile(join(more, "0003_greeter.sql"), "CREATE TABLE greeter_words (word text)");
    await put("0004_index.sql", "CREATE INDEX ON greeter_words (word)");
    const both = { folder, more: [{ path: more, owner: null }] };
    expect(await outstandingMigrations(database.connection, both)).toHaveLength(4);
    expect((await migrate(database.connection, both)).at(-2)).toBe("0003_greeter.sql");
    await writeFile(join(more, "0004_other.sql"), "SELECT 1");
    await expect(migrate(database.connection, both)).rejects.toThrow("have the same number");
  } finally {
    await rm(more, { recursive: true });
  }
});

test("an extension from outside has numbers of its own, and its tables stay when it is no longer named", async () => {
  const more = await mkdtemp(join(tmpdir(), "kasse-more-"));
  try {
    await writeFile(join(more, "0001_words.sql"), "-- contract: made up\nCREATE TABLE greeter_words (word text)");
    const all = { folder, more: [{ path: more, owner: "greeter" }] };
    expect(await migrate(database.connection, all)).toEqual([
      "0001_orders.sql",
      "0002_total.sql",
      "greeter/0001_words.sql",
    ]);
    await put("0003_note.sql", "ALTER TABLE orders ADD note text");
    await writeFile(join(more, "0002_index.sql"), "CREATE INDEX ON greeter_words (word)");
    expect(await migrate(database.connection, all)).toEqual(["0003_note.sql", "greeter/0002_index.sql"]);
    await writeFile(join(more, "0001_words.sql"), "CREATE TABLE greeter_words (word text)");
    await expect(migrate(database.connection, all)).rejects.toThrow("This database ran another greeter/0001_words.sql");
    expect(await run()).toEqual([]);
    expect(await outstandingMigrations(database.connection, { folder })).toEqual([]);
  } finally {
    await rm(more, { recursive: true });
  }
});

test("a folder of an extension that is not there is named", async () => {
  const more = [{ path: join(folder, "gone"), owner: "greeter" }];
  await expect(migrate(database.connection, { folder, more })).rejects.toThrow(
    /^The migrations of the extension greeter cannot be read: ENOENT.*gone'\.$/,
  );
});

test("when several processes start at once, each migration runs once", async () => {
  const ran = await Promise.all([run(), run(), run(), run()]);
  expect(ran.flat().toSorted()).toEqual(["0001_orders.sql", "0002_total.sql"]);
});

test("a failing migration is rolled back as a whole, and those before it stay", async () => {
  await put("0002_total.sql", "ALTER TABLE orders ADD total int; SELECT nonsense");
  await expect(run()).rejects.toThrow(/0002_total.sql failed and was rolled back/);
  await put("0002_total.sql", "ALTER TABLE orders ADD total int");
  expect(await run()).toEqual(["0002_total.sql"]);
});

test("a migration changed after it ran is rejected, other line ends are not", async () => {
  await put("0002_total.sql", "ALTER TABLE orders\nADD total int");
  await run();
  await put("0002_total.sql", "ALTER TABLE orders\r\nADD total int");
  expect(await run()).toEqual([]);
  await put("0002_total.sql", "ALTER TABLE orders ADD total bigint");
  await expect(run()).rejects.toThrow(/ran another 0002_total.sql \(SHA-256 .*install an unmodified release/);
});

/** The digests that the build of 25 November 2026, d6faa387, recorded for migrations whose comments changed later. */
const RECORDED_BEFORE_1_0_0 = {
  "0013_order_states.sql": "1cc170f35b314e7135747436d3dae46c6650d77054a94b4169d72a8787f64bee",
  "0014_document_claims.sql": "bf3235da82924143655c5afd7664cd3be432b5e2b9ad3e3dd41e9c12f7a55890",
  "0026_esim_orders.sql": "a5b59044a1d977d5cc44fc066a673ab210bae752c1409286c40fbf543ff44093",
  "0052_experiments.sql": "747e71eac1195b38428b57f03c68bd5b3837ebfa77e15352b96879306cf1bfc8",
};

test("a database of a version before 1.0.0 is upgraded, and one with an unknown digest is refused", async () => {
  const own = "server/platform/database/migrations";
  const names = (await readdir(own)).filter((name) => name.endsWith(".sql")).toSorted();
  const [before, since] = [names.filter((name) => name < "0054"), names.filter((name) => name >= "0054")];
  await rm(folder, { recursive: true });
  await cp(own, folder, { recursive: true, filter: (path) => !since.some((name) => path.endsWith(name)) });
  expect(await run()).toEqual(before);
  const recordDigest = (name: string, digest: string) =>
    database.pool.query("update kasse_migrations set checksum = $2 where name = $1", [name, digest]);
  for (const [name, digest] of Object.entries(RECORDED_BEFORE_1_0_0)) await recordDigest(name, digest);
  expect(await migrate(database.connection)).toEqual(since);
  expect(await outstandingMigrations(database.connection)).toEqual([]);

  await recordDigest("0013_order_states.sql", RECORDED_BEFORE_1_0_0["0014_document_claims.sql"]);
  await expect(migrate(database.connection)).rejects.toThrow(
    /ran another 0013_order_states.sql \(SHA-256 bf3235da8292…/,
  );
});

test("an older Kasse starts on a newer database if that has only additions", async () => {
  await put("0003_future.sql", "ALTER TABLE orders ADD note text");
  await put("0004_index.sql", "-- concurrent\nCREATE INDEX CONCURRENTLY orders_total ON orders (total);\n");
  await run();
  await rm(join(folder, "0003_future.sql"));
  await rm(join(folder, "0004_index.sql"));
  expect(await run()).toEqual([]);
  // Its own next migration has a number that the newer version also used; both exist then.
  await put("0003_other.sql", "ALTER TABLE orders ADD other text");
  expect(await run()).toEqual(["0003_other.sql"]);
});

test("an index is built without a lock while other processes wait to migrate", async () => {
  await run();
  await put(
    "0003_index.sql",
    "-- concurrent\nDROP INDEX CONCURRENTLY IF EXISTS orders_total;\nCREATE INDEX CONCURRENTLY orders_total ON orders (total);\n",
  );
  const writer = await database.pool.connect();
  await writer.query("BEGIN; INSERT INTO orders (id) VALUES (1)");
  const migrations = Promise.all([run(), run(), run()]);
  await delay(500);
  await writer.query("COMMIT");
  writer.release();
  expect((await migrations).flat()).toEqual(["0003_index.sql"]);
  const { rows } = await database.pool.query(
    "select indisvalid from pg_index where indexrelid = 'orders_total'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test("a migration that waits for a lock lets the statements behind it continue, and retries", async () => {
  await run();
  await put("0003_note.sql", "ALTER TABLE orders ADD note text");
  const reader = await database.pool.connect();
  await reader.query("BEGIN; SELECT * FROM orders");
  const migrating = run();
  await delay(200);
  // The lock ends only below: a migration that kept its place before this statement would hold it up for ever.
  await database.pool.query("SELECT * FROM orders");
  await delay(1500);
  await reader.query("COMMIT");
  reader.release();
  expect(await migrating).toEqual(["0003_note.sql"]);
});

test("a database that a newer Kasse has changed or reduced is rejected", async () => {
  await put("0003_future.sql", "-- contract: nothing reads it\nALTER TABLE orders DROP total");
  await run();
  await rm(join(folder, "0003_future.sql"));
  await expect(run()).rejects.toThrow(/0003_future.sql, which this Kasse does not know/);
});

test("numbers are not reused, nor inserted before existing ones", async () => {
  await run();
  await put("0000_late.sql", "SELECT 1");
  await expect(run()).rejects.toThrow(/0000_late.sql comes before 0002_total.sql/);
  await put("0001_twin.sql", "SELECT 1");
  await expect(run()).rejects.toThrow(/have the same number/);
});
