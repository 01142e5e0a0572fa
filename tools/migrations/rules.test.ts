import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationProblems } from "./rules.ts";

const FOLDER = "server/platform/database/migrations";
/** The last migration from before the rules. */
const BEFORE = "0028";

test("every migration since the rules is safe for running processes, or states why a removed part is unused", async () => {
  const names = (await readdir(FOLDER)).filter((name) => name >= BEFORE);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names)
    expect([name, await migrationProblems(await readFile(join(FOLDER, name), "utf8"))]).toEqual([name, []]);
});

test.each([
  "create table notes (id int primary key, text text not null); create index notes_text on notes (text)",
  "alter table orders add note text",
  "alter table orders add note text not null default ''",
  "alter table orders add constraint total_positive check (total > 0) not valid",
  "alter table orders alter column note drop not null",
  "update stock set on_hand = 0",
  "insert into notes select id, '' from orders",
  "-- concurrent\ndrop index concurrently if exists orders_total;\ncreate index concurrently orders_total on orders (total);",
  "-- concurrent\nalter table orders validate constraint total_positive;",
  "-- contract: no version since 0.4 reads the column\nalter table orders drop total",
])("allowed: %s", async (sql) => {
  expect(await migrationProblems(sql)).toEqual([]);
});

test.each([
  ["drop table orders", /drops tables/],
  ["alter table orders drop total", /drops the column total/],
  ["alter table orders alter total type bigint", /changes the type of total/],
  ["alter table orders alter total set not null", /makes total not null/],
  ["alter table orders rename total to sum", /renames/],
  ["alter table orders rename to sales", /renames/],
  ["alter table orders add note text not null", /without a default/],
  ["alter table orders add note text unique", /an index that locks/],
  ["alter table orders add note int references notes (id)", /locks both tables/],
  ["alter table orders add note bigint generated always as identity", /computed values/],
  ["alter table orders add check (total > 0)", /NOT VALID/],
  ["create index on orders (total)", /builds an index under a lock/],
  ["update orders set total = 0", /changes all rows of orders/],
  ["truncate orders", /empties a table/],
  ["-- concurrent\ncreate index orders_total on orders (total);", /not `create index concurrently`/],
  ["-- concurrent\ncreate index concurrently orders_total on orders (total);", /does not drop orders_total first/],
  ["-- contract\nalter table orders drop total", /does not say why/],
])("refused: %s", async (sql, reason) => {
  expect((await migrationProblems(sql)).join("\n")).toMatch(reason);
});
