import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "#server/platform/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let folder: string;

const put = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.connection, folder);

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
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

test("when several processes start at once, each migration runs once", async () => {
  const ran = await Promise.all([run(), run(), run(), run()]);
  expect(ran.flat().toSorted()).toEqual(["0001_orders.sql", "0002_total.sql"]);
});

test("a failing migration is undone as a whole, and those before it stay", async () => {
  await put("0002_total.sql", "ALTER TABLE orders ADD total int; SELECT nonsense");
  await expect(run()).rejects.toThrow(/0002_total.sql failed and was rolled back/);
  await put("0002_total.sql", "ALTER TABLE orders ADD total int");
  expect(await run()).toEqual(["0002_total.sql"]);
});

test("a migration changed after it ran is refused, other line ends are not", async () => {
  await put("0002_total.sql", "ALTER TABLE orders\nADD total int");
  await run();
  await put("0002_total.sql", "ALTER TABLE orders\r\nADD total int");
  expect(await run()).toEqual([]);
  await put("0002_total.sql", "ALTER TABLE orders ADD total bigint");
  await expect(run()).rejects.toThrow(/0002_total.sql was changed after it had run/);
});

test("a database newer than this Kasse is refused", async () => {
  await put("0003_future.sql", "SELECT 1");
  await run();
  await rm(join(folder, "0003_future.sql"));
  await expect(run()).rejects.toThrow(/0003_future.sql, which this Kasse does not know/);
});

test("numbers are not used twice, nor inserted before what has run", async () => {
  await run();
  await put("0000_late.sql", "SELECT 1");
  await expect(run()).rejects.toThrow(/0000_late.sql comes before 0002_total.sql/);
  await put("0001_twin.sql", "SELECT 1");
  await expect(run()).rejects.toThrow(/have the same number/);
});
