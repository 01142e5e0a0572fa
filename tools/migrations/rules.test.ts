import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EARLIER_DIGESTS } from "#server/platform/database/earlier-digests.ts";
import { digestsIn, releaseProblems } from "./released.ts";
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

const RECORD = "tools/migrations/SHA256SUMS";

async function ownMigrations(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql"));
  const read = async (name: string) => [name, await readFile(join(FOLDER, name), "utf8")] as const;
  return new Map(await Promise.all(names.map(read)));
}

test("every migration is recorded and unchanged, comments included", async () => {
  expect(releaseProblems(await readFile(RECORD, "utf8"), await ownMigrations())).toEqual([]);
});

test("a changed comment, a missing record and a missing file are noticed; other line ends are not", async () => {
  const [record, files] = [await readFile(RECORD, "utf8"), await ownMigrations()];
  const sql = files.get("0013_order_states.sql") ?? "";
  const changed = new Map(files).set("0013_order_states.sql", `${sql}-- A comment.\n`).set("0099_new.sql", "select 1");
  changed.delete("0014_document_claims.sql");
  expect(releaseProblems(record, changed)).toEqual([
    expect.stringMatching(/^0014_document_claims.sql is recorded but missing/),
    expect.stringMatching(/^0013_order_states.sql was changed/),
    expect.stringMatching(/^0099_new.sql has no record: add "[0-9a-f]{64} {2}0099_new.sql"/),
  ]);
  const windows = new Map(files).set("0013_order_states.sql", sql.replaceAll("\n", "\r\n"));
  expect(releaseProblems(record, windows)).toEqual([]);
});

test("an accepted earlier digest belongs to a recorded migration and is not its present one", async () => {
  const recorded = digestsIn(await readFile(RECORD, "utf8"));
  for (const [name, earlier] of Object.entries(EARLIER_DIGESTS)) {
    expect(recorded.has(name), name).toBe(true);
    for (const digest of earlier) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(earlier, name).not.toContain(recorded.get(name));
  }
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
