import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { picture } from "#test/support/people.ts";
import { expectOk, type Shopper } from "#test/support/shopper.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";
import { startWorldline, WORLDLINE } from "../simulator/connect.ts";

let image: Blob;
let connect: Awaited<ReturnType<typeof startWorldline>>;
let dataDir: string;
beforeAll(async () => {
  [connect, image] = await Promise.all([startWorldline(), picture()]);
});
afterAll(() => connect.stop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "kasse-other-provider-"));
});

const worldlineSettings = () => ({
  WORLDLINE_URL: connect.url,
  WORLDLINE_MERCHANT_ID: WORLDLINE.merchant,
  WORLDLINE_API_KEY_ID: WORLDLINE.keyId,
  WORLDLINE_API_SECRET: WORLDLINE.secret,
  WORLDLINE_WEBHOOK_KEYS: `hook-1:${WORLDLINE.webhookSecret}`,
});
/** Starts a payment in a shop at Worldline, and stops the shop; its database and data stay. */
async function begunAtWorldline(): Promise<{ shop: Shop; shopper: Shopper; hostedId: string }> {
  const env = { DATA_DIR: dataDir, PAYMENT_PROVIDER: "worldline", ...worldlineSettings() };
  const shop = await startShop({ jobs: true, env });
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  await shopper.becomeCustomer("changed-provider@example.ch", image);
  await expectOk("begin", shopper.call("prepareTransaction"));
  const [hostedId = ""] = [...connect.checkouts.keys()].slice(-1);
  await shop.kasse.stop();
  return { shop, shopper, hostedId };
}

const stateOf = async ({ database }: Shop) => {
  const { rows } = await database.pool.query<{ state: string }>("select state from payments");
  return rows.map(({ state }) => state);
};

test("a shop with another provider only starts if the previous one is configured; it settles its payments by webhook, and refunds them; new ones start at the other", async () => {
  const { shop: before, shopper, hostedId } = await begunAtWorldline();
  const other = { DATA_DIR: dataDir, DATABASE_URL: before.database.url, PAYMENT_PROVIDER: "sandbox-widget" };
  await expect(startShop({ jobs: true, env: other })).rejects.toThrow(/^1 payment is not finished at worldline, /);
  const env = {
    ...other,
    PAYMENT_PROVIDER_BEFORE: "worldline",
    ...worldlineSettings(),
  };
  const shop = await startShop({ jobs: true, env });
  connect.act(hostedId, "settle");
  const payment = { id: `00000${hostedId}`, status: "PAID", statusOutput: { statusCategory: "COMPLETED" } };
  const reference = connect.checkouts.get(hostedId)?.reference ?? "";
  const received = await connect.webhook(shop.url, {
    id: "event-1",
    merchantId: WORLDLINE.merchant,
    type: "payment.paid",
    payment: { ...payment, paymentOutput: { references: { merchantReference: reference } } },
  });
  expect(received.status).toBe(200);
  await eventually("the order", async () => (await stateOf(before))[0] === "ordered");

  await before.database.pool.query("update payments set refund_requested_at = now()");
  await before.database.pool.query(
    "select graphile_worker.add_job('refund-payment', json_build_object('paymentId', (select id from payments)))",
  );
  await eventually("the refund", async () => (await stateOf(before))[0] === "refunded");
  expect(connect.checkouts.get(hostedId)?.refunds).toBe(1);

  const next = shop.shopper();
  await next.choose({ type: "Tariff", tariff: "PREPAID20" });
  await next.becomeCustomer("next-provider@example.ch", image);
  expect(await expectOk("begin", next.call("prepareTransaction"))).toEqual({ redirectUrl: "/checkout/6" });
  expect(shopper.checkoutId).not.toBe(next.checkoutId);
  // A report is only valid from the provider that started the payment.
  const reported = await fetch(`${shop.url}/public-api/payment-webhook/sandbox-widget`, { method: "POST", body: "{}" });
  expect(reported.status).toBe(403);
  await shop.stop();
  await before.database.drop();
  await rm(dataDir, { recursive: true });
});
