import { expect, test } from "vitest";
import { ownersOf, tableViolations } from "./tables.ts";

const declared = (path: string, ...tables: readonly string[]) => ({
  path,
  text: `declare module "#server/platform/database/tables.ts" {
  interface Tables {
${tables.map((table) => `    ${table}: {\n      id: string;\n    };`).join("\n")}
  }
}`,
});
const OWNERS = [
  declared("server/sale/order/tables.ts", "orders", "order_actions"),
  declared("server/shop/tables.ts", "stock"),
];

const violations = (path: string, text: string) => tableViolations([...OWNERS, { path, text }]);

test("the owner of a table is the folder whose tables.ts declares it", () => {
  expect([...ownersOf(OWNERS)]).toEqual([
    ["orders", "server/sale/order"],
    ["order_actions", "server/sale/order"],
    ["stock", "server/shop"],
  ]);
});

const QUERIES = [
  `db.selectFrom("orders as o")`,
  `query.leftJoin("orders", "orders.id", "order_id")`,
  `eb("orders.status", "=", "placed")`,
  `expired("orders", sql\`true\`)`,
  `expiredBefore("orders", "created_at")`,
  `const COLUMN = { table: "orders", column: "customer" }`,
  `for (const table of ["orders"] as const) await tx.deleteFrom(table).execute()`,
  "sql`select id from orders where true`",
  'sql`select s.article as "article" from stock s, orders o`',
  "statement`update orders set status = 'placed'`",
  "sql`INSERT into orders (id) values (1)`",
  "sql`delete from payments p using orders o`",
];

test.each(QUERIES)("a query in another folder that names a table is a violation: %s", (text) => {
  expect(violations("server/desk/list.ts", text)).toContain(
    "server/desk/list.ts names orders, which belongs to server/sale/order",
  );
});

test("the owner's folder, read models, tests, comments and sentences are no violations", () => {
  const query = `db.selectFrom("orders")`;
  expect(violations("server/sale/order/event/kept.ts", query)).toEqual([]);
  expect(violations("server/read-models/orders.ts", query)).toEqual([]);
  expect(violations("server/desk/list.test.ts", query)).toEqual([]);
  expect(
    violations("server/desk/list.ts", `/** Read from orders. */ // from orders\nsay("taken from orders");`),
  ).toEqual([]);
  expect(violations("server/desk/list.ts", "sql`select id from desk_orders`")).toEqual([]);
});

test("read models write nothing", () => {
  for (const text of [
    `tx.insertInto("orders")`,
    "sql`update orders o set status = 'placed'`",
    "sql`delete from orders`",
  ])
    expect(violations("server/read-models/orders.ts", text)).toEqual(["server/read-models/orders.ts writes"]);
  expect(violations("server/read-models/orders.ts", "sql`select id from orders for update`")).toEqual([]);
});

test("at most two files of the owner name a table besides upkeep.ts", () => {
  const file = (name: string) => ({ path: `server/sale/order/${name}`, text: `db.selectFrom("orders")` });
  const two = [...OWNERS, file("queries.ts"), file("insert.ts"), file("upkeep.ts")];
  expect(tableViolations(two)).toEqual([]);
  expect(tableViolations([...two, file("held.ts")])).toEqual([
    "orders is named in server/sale/order/queries.ts, server/sale/order/insert.ts, server/sale/order/held.ts",
  ]);
});
