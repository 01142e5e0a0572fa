import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { ESIM_COLUMNS } from "#server/sale/esim/tables.ts";
import { PAYMENT_COLUMNS } from "#server/sale/ledger/tables.ts";
import { MOVEMENT_COLUMNS } from "#server/shop/stock/tables.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let opened: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase({ ...database.connection, max: 1 }, pino({ level: "silent" }));
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

test.each([
  { table: "payments", columns: PAYMENT_COLUMNS },
  { table: "esims", columns: ESIM_COLUMNS },
  { table: "stock_movements", columns: MOVEMENT_COLUMNS },
] as const)("prepared statements that read all of $table survive a column added by a newer version", async (each) => {
  const { table, columns } = each;
  const read = () =>
    opened.db
      .selectFrom(table)
      .select(columns as never)
      .where(sql<boolean>`${sql.ref(columns[0] ?? "")}::text = ${"1"}`)
      .execute();
  expect(await read()).toEqual([]);
  await database.pool.query(`alter table ${table} add added_later text`);
  expect(await read()).toEqual([]);
  const { rows } = await database.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'added_later'",
    [table],
  );
  expect(new Set<string>(columns)).toEqual(new Set(rows.map(({ name }) => `${table}.${name}`)));
});
