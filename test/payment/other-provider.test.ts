import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { unconfiguredPayments } from "#server/tasks.ts";
import { OPPWA, startOppwa } from "#simulator/payment/oppwa/platform.ts";
import { paymentServices } from "../support/payment-services.ts";
import { picture } from "../support/people.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { startWorldline, WORLDLINE } from "#simulator/payment/worldline/connect.ts";

let image: Blob;
let connect: Awaited<ReturnType<typeof startWorldline>>;
let platform: Awaited<ReturnType<typeof startOppwa>>;
let dataDir: string;
beforeAll(async () => {
  [connect, platform, image] = await Promise.all([startWorldline(), startOppwa(), picture()]);
});
afterAll(() => Promise.all([connect.stop(), platform.stop()]));
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
const oppwaSettings = () => ({
  PAYMENT_PROVIDER: "oppwa",
  OPPWA_URL: platform.url,
  OPPWA_ENTITY_ID: OPPWA.entityId,
  OPPWA_TOKEN: OPPWA.token,
  OPPWA_WEBHOOK_KEY: OPPWA.key,
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

test("payments that are not finished at a provider that is no longer configured are counted, ended ones are not", async () => {
  const shop = await paymentServices();
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID20" });
  const { id } = await shop.pay(checkout, "at-worldline");
  await shop.sale.query("update payments set provider = 'worldline'");
  const of = (name: string) => ({ named: (asked: string) => (asked === name ? shop.services.payments : null) });
  const found = (name: string) => unconfiguredPayments(shop.sale.db, of(name) as never);
  expect(await found("oppwa")).toEqual([
    "1 payment is not finished at worldline, which is no longer configured. Set PAYMENT_PROVIDER_BEFORE=worldline with its settings, or start with PAYMENT_PROVIDER=worldline until they are settled or refunded.",
  ]);
  expect(await found("worldline")).toEqual([]);
  await shop.sale.query("update payments set state = 'expired' where id = $1", [id]);
  expect(await found("oppwa")).toEqual([]);
  await shop.sale.close();
});

test("a shop with another provider only starts if the previous one is configured; it settles its payments by webhook, and refunds them; new ones start at the other", async () => {
  const { shop: before, shopper, hostedId } = await begunAtWorldline();
  const other = { DATA_DIR: dataDir, DATABASE_URL: before.database.url, ...oppwaSettings() };
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
  // A notification is only valid at the provider that started the payment.
  const [{ id } = { id: "" }] = (
    await before.database.pool.query<{ id: string }>("select id from payments where provider = 'worldline'")
  ).rows;
  const notification = { type: "PAYMENT", payload: { merchantTransactionId: id, id: "1" } };
  expect((await platform.notify(shop.url, notification)).status).toBe(200);
  expect(await shop.metrics()).toContain('kasse_payment_webhooks_total{provider="oppwa",outcome="foreign"} 1');
  await shop.stop();
  await before.database.drop();
  await rm(dataDir, { recursive: true });
});
