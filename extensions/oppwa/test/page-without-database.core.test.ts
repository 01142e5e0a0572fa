import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startDatabaseProxy } from "#test/support/database-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { REAL_INTEGRATIONS } from "./real-integrations.ts";
import { startShop, type Shop } from "#test/support/shop.ts";

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let shop: Shop;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.connection);
  const { user, password, database: name } = database.connection;
  const address = `${proxy.address.host}:${proxy.address.port}`;
  shop = await startShop({
    bundle: await loadBundle(),
    env: {
      ...REAL_INTEGRATIONS["oppwa"],
      PAYMENT_PROVIDER: "sandbox-hosted",
      PAYMENT_PROVIDER_BEFORE: "oppwa",
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${address}/${name}`,
    },
  });
});
afterAll(async () => {
  await shop.stop();
  proxy.stop();
  await database.drop();
});

async function paymentPage() {
  const response = await fetch(`${shop.url}/checkout/6`, { headers: { accept: "text/html" } });
  const policy = response.headers.get("content-security-policy")?.replaceAll(/'sha256-[^']+'/g, "") ?? "";
  return { status: response.status, policy, hasScript: (await response.text()).includes('<script type="module"') };
}

test("the payment page opens without the database, with the policy that it had", async () => {
  const usual = await paymentPage();
  expect(usual).toMatchObject({ status: 200, hasScript: true, policy: expect.not.stringContaining("oppwa") });
  proxy.breakConnections(true);
  expect(await paymentPage()).toEqual(usual);
  proxy.breakConnections(false);
  await database.pool.query(
    "insert into checkouts (id, record, shown, locale, source) values ('outage', '{}', '{}', 'de', 'shop')",
  );
  await database.pool.query(
    "insert into payments (id, checkout_id, provider, state, amount, fingerprint, shown, expires_at) values (gen_random_uuid(), 'outage', 'oppwa', 'open', 2000, 'f', '{}', now() + interval '1 hour')",
  );
  const withEarlier = await paymentPage();
  expect(withEarlier.policy).toContain("https://oppwa.example.ch");
  proxy.breakConnections(true);
  expect(await paymentPage()).toEqual(withEarlier);
  proxy.breakConnections(false);
});
