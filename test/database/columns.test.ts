import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { columnsOf } from "#server/platform/database/columns.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
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

test.each(["accounts", "payments", "orders", "esims", "sandbox_payments"] as const)(
  "prepared statements that read all of %s survive a column that a newer version adds",
  async (table) => {
    const column = table === "esims" ? "order_id" : "id";
    const id = table === "sandbox_payments" ? "x" : crypto.randomUUID();
    const read = () =>
      opened.db
        .selectFrom(table)
        .select(columnsOf(table) as never)
        .where(column as never, "=", id as never)
        .execute();
    expect(await read()).toEqual([]);
    await database.pool.query(`alter table ${table} add added_later text`);
    expect(await read()).toEqual([]);
    const { rows } = await database.pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and column_name <> 'added_later'",
      [table],
    );
    expect(columnsOf(table).toSorted()).toEqual(rows.map(({ name }) => `${table}.${name}`).toSorted());
  },
);
