import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/platform/database/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const MIGRATIONS = "server/platform/database/migrations";

let database: TestDatabase;
let before: string;
beforeAll(async () => {
  database = await createTestDatabase("empty");
  before = await mkdtemp(join(tmpdir(), "kasse-migrations-"));
  for (const name of await readdir(MIGRATIONS)) if (name < "0028") await cp(join(MIGRATIONS, name), join(before, name));
  await migrate(database.connection, { folder: before });
  await ask(`insert into catalogues (content, checksum, loaded_at) values
    ('{}', 'first', '2026-01-01'), ('{}', 'second', '2026-02-01')`);
  await ask("insert into stock (article, on_hand, loaded) values ('AARE5', 7, 25), ('PIZLITE', 0, 50)");
  expect(await migrate(database.connection)).toContain("0028_stock_ledger_and_activations.sql");
});
afterAll(async () => {
  await rm(before, { recursive: true });
  await database.drop();
});

const ask = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows;
const ledger = (article: string) =>
  ask(`select kind, pieces from stock_movements where article = '${article}' order by id`);
const wrong = () =>
  ask(`select article from stock s
    where on_hand <> (select coalesce(sum(pieces), 0) from stock_movements m where m.article = s.article)`);

test("the update starts each ledger with the existing pieces", async () => {
  expect(await ledger("AARE5")).toEqual([{ kind: "opening", pieces: 7 }]);
  expect(await ledger("PIZLITE")).toEqual([{ kind: "opening", pieces: 0 }]);
  expect(await wrong()).toEqual([]);
});

test("the live catalogue stays live, and the previous one is known", async () => {
  expect(await ask("select version from catalogue_sales where holds_from <= now() order by starts_at desc")).toEqual([
    { version: 2 },
    { version: 1 },
  ]);
});

test("changes of stock by a process from before the update are in the ledger", async () => {
  await ask("update stock set on_hand = on_hand - 1 where article = 'AARE5'");
  await ask("update stock set on_hand = on_hand + 1 where article = 'AARE5'");
  await ask(`insert into stock (article, on_hand, loaded) values ('AARE5', 17, 17), ('SAENTISX', 12, 12)
    on conflict (article) do update set on_hand = 17, loaded = 17 where stock.loaded <> 17`);
  expect(await ledger("AARE5")).toEqual([
    { kind: "opening", pieces: 7 },
    { kind: "corrected", pieces: -1 },
    { kind: "corrected", pieces: 1 },
    { kind: "corrected", pieces: 10 },
  ]);
  expect(await ledger("SAENTISX")).toEqual([{ kind: "corrected", pieces: 12 }]);
  await ask("delete from stock where article = 'PIZLITE'");
  await ask("insert into stock (article, on_hand, loaded) values ('PIZLITE', 3, 3)");
  expect(await wrong()).toEqual([]);
});

test("a catalogue loaded by a process from before the update is not live", async () => {
  await ask("insert into catalogues (content, checksum) values ('{}', 'third')");
  expect(await ask("select max(version) as version from catalogue_sales")).toEqual([{ version: 2 }]);
});
