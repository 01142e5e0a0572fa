import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { DatabaseRoleError, prepareDatabase } from "#server/platform/database/roles.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { picture } from "../support/people.ts";
import { startShop, type Shop } from "../support/shop.ts";

/** An owner and a role of the application, neither of them a superuser, as in an operator's database. */
let database: TestDatabase;
let shop: Shop;
const suffix = `${process.pid}`;
const [OWNER, APPLICATION] = [`owner_${suffix}`, `app_${suffix}`];
const urlAs = (role: string) => {
  const { host, port, database: name } = database.connection;
  return `postgres://${role}:secret@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
};
beforeAll(async () => {
  database = await createTestDatabase("empty");
  await database.pool.query(`create role ${OWNER} login password 'secret'`);
  await database.pool.query(`create role ${APPLICATION} login password 'secret'`);
  await database.pool.query(`alter database ${database.connection.database} owner to ${OWNER}`);
  await database.pool.query(`alter schema public owner to ${OWNER}`);
  shop = await startShop({
    jobs: true,
    env: { DATABASE_URL: urlAs(APPLICATION), MIGRATION_DATABASE_URL: urlAs(OWNER) },
  });
});
afterAll(async () => {
  await shop.stop();
  await database.pool.query(`drop owned by ${APPLICATION}`);
  await database.pool.query(`reassign owned by ${OWNER} to current_user`);
  await database.drop();
});

async function as(role: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlAs(role) });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test("a shop whose role owns nothing sells, and its jobs run", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer("roles@example.ch", await picture(200, 200));
  expect((await shopper.call("createOrder", { billPayed: false })).status).toBe(200);
  await expect.poll(async () => (await shop.orders()).length).toBe(1);
  expect(await as(APPLICATION, "select current_user::text as role")).toEqual([{ role: APPLICATION }]);
});

test.each([
  "drop table orders",
  "alter table orders add column x int",
  "truncate orders",
  "create table x (y int)",
  "delete from kasse_migrations",
  "create role other superuser",
  "copy orders to program 'true'",
])("its role cannot: %s", async (statement) => {
  await expect(as(APPLICATION, statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("without the owner's password the shop starts on a migrated database, and otherwise prints the command to run", async () => {
  const alone = (url: string) => {
    const role = { connectionString: url };
    return prepareDatabase(
      { owner: role, application: role, direct: role, pooler: false },
      { refuseSuperuser: true, more: [] },
    );
  };
  expect(await alone(urlAs(APPLICATION))).toEqual([]);
  const empty = await createTestDatabase("empty");
  const there = urlAs(APPLICATION).replace(database.connection.database, empty.connection.database);
  await expect(alone(there)).rejects.toThrow(
    /^\d+ migrations are outstanding, .*kasse migrate.* MIGRATION_DATABASE_URL/,
  );
  await empty.drop();
});

test("a superuser is rejected in production, and nothing is migrated", async () => {
  const empty = await createTestDatabase("empty");
  const superuser = { connectionString: empty.url };
  await expect(
    prepareDatabase(
      { owner: superuser, application: superuser, direct: superuser, pooler: false },
      { refuseSuperuser: true, more: [] },
    ),
  ).rejects.toThrow(DatabaseRoleError);
  const { rows } = await empty.pool.query("select to_regclass('orders') as orders");
  expect(rows).toEqual([{ orders: null }]);
  await empty.drop();
});
