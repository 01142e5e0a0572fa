import { INSOLVENT } from "../support/insolvent.ts";
import { announceIccid } from "#server/sale/order/announce-iccid.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { rotateDocuments } from "#server/operator/rotate.ts";
import { sandboxEsims } from "#server/sandboxes.ts";
import { orderEsim } from "#server/sale/esim/order-esim.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";
import { iccidOf } from "#simulator/esim/smdp-books.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
});
afterAll(() => shop.stop());

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<T>(text, values)).rows;

async function buy(email: string, changes: object): Promise<{ shopper: Shopper; number: string }> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30", binding: "182400001" });
  await shopper.becomeCustomer(email, image, { ...changes });
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", { billPayed: false }));
  return { shopper, number: orderNumber };
}

const readyCode = (shopper: Shopper) =>
  eventually("the eSIM", async () => {
    const answer = await expectOk("esim", shopper.call("esim"));
    return answer.state === "ready" && answer.activationCode;
  });

describe("POST /esim", () => {
  test("gives the owner the code, and records it", async () => {
    const { shopper, number } = await buy("esim1@example.ch", { simType: "1" });
    const code = await readyCode(shopper);
    expect(code).toMatch(/^LPA:1\$smdp\.sandbox\.example\$[0-9A-F]{40}$/);
    expect(await readyCode(shopper)).toBe(code);
    const reply = await shopper.call("esim");
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const reads = await query(
      "select r.id from esim_reads r join orders o on o.id = r.order_id and o.account_id = r.account_id where o.number = $1",
      [number],
    );
    expect(reads).toHaveLength(3);
  });

  test("rejects a call without the token, with another customer's, or with another checkout", async () => {
    const { shopper } = await buy("esim2@example.ch", { simType: "1" });
    const other = await buy("esim3@example.ch", { simType: "1" });
    await readyCode(shopper);
    const thief = shop.shopper();
    thief.checkoutId = shopper.checkoutId;
    expect((await thief.call("esim")).status).toBe(401);
    thief.token = other.shopper.token;
    expect((await thief.call("esim")).status).toBe(401);
    thief.token = "x";
    expect((await thief.call("esim")).status).toBe(401);
    thief.token = shopper.token;
    thief.checkoutId = "A".repeat(32);
    expect((await thief.call("esim")).status).toBe(404);
    thief.checkoutId = null;
    expect((await thief.call("esim")).status).toBe(404);
  });

  test("returns none for a card, an order on hold, or no order yet", async () => {
    const card = await buy("esim4@example.ch", { simType: "0" });
    expect((await card.shopper.call("esim")).status).toBe(404);
    const held = await buy("esim5@example.ch", { simType: "1", ...INSOLVENT });
    expect((await held.shopper.call("esim")).status).toBe(404);
    expect(
      await query("select 1 from esims e join orders o on o.id = e.order_id where o.number = $1", [held.number]),
    ).toEqual([]);
    const early = shop.shopper();
    await early.choose({ type: "Tariff", tariff: "SMART30", binding: "182400001" });
    expect((await early.call("esim")).status).toBe(404);
  });
});

describe("the code at rest", () => {
  test("is in plain text in no table of Kasse, no event and no message", async () => {
    const { shopper, number } = await buy("esim6@example.ch", { simType: "1" });
    const secret = (await readyCode(shopper)).split("$")[2] ?? "";
    await eventually("the hand-over", async () =>
      (await shop.orders()).find((each) => each.event.productOrder.id === number),
    );
    await eventually("the mail", async () => (await shop.messages("esim6@example.ch"))[0]);
    const tables = await query<{ name: string }>(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
    );
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables) {
      const found = await query(
        `select 1 from ${name} t where t::text like '%' || $1 || '%' or t::text like '%' || encode($1::text::bytea, 'hex') || '%'`,
        [secret],
      );
      expect(found, name).toEqual([]);
    }
  });

  test("survives a change of the key", async () => {
    const { shopper } = await buy("esim7@example.ch", { simType: "1" });
    const code = await readyCode(shopper);
    const { db, documents, config } = shop.kasse.services;
    const earlier = await documentKeys(null, config.dataDir);
    const next = { id: "next", key: Buffer.alloc(32, 7) };
    const { inUse } = await rotateDocuments({ db, documents, keys: [next, ...earlier] });
    expect([...inUse.keys()]).toEqual(["next"]);
    await rotateDocuments({ db, documents, keys: [...earlier, next] });
    expect(await readyCode(shopper)).toBe(code);
  });

  test("is deleted after its time, and the answer reports it", async () => {
    const { shopper, number } = await buy("esim8@example.ch", { simType: "1" });
    await readyCode(shopper);
    await query(
      "update esims set created_at = now() - interval '91 days' where order_id = (select id from orders where number = $1)",
      [number],
    );
    const { db, documents, config, law, log, seals } = shop.kasse.services;
    const { unorderedDocuments } = config;
    const now = new Date();
    const retention = retentionOf(config.retention, law);
    await purge({ db, documents, retention, unorderedDocuments, seals, now, log }, { dryRun: false });
    expect(await expectOk("esim", shopper.call("esim"))).toEqual({ state: "expired" });
  });
});

test("a process continues with a profile of the sandbox that another one has ordered", async () => {
  const [one, other] = [sandboxEsims(), sandboxEsims()];
  const order = { callId: "1-download", repeated: false, profileType: "sandbox", iccid: null };
  const ordered = await one.downloadOrder(order);
  expect(await other.downloadOrder(order)).toEqual(ordered);
  expect(await other.downloadOrder({ ...order, callId: "2-download" })).not.toEqual(ordered);
  const profile = { callId: "1-confirm", repeated: true, iccid: iccidOf("1-download"), matchingId: "A1" };
  const confirmed = { ok: true, value: { matchingId: "A1", smdpAddress: "smdp.sandbox.example" } };
  expect([await other.confirmOrder(profile), await one.confirmOrder(profile)]).toEqual([confirmed, confirmed]);
  expect(await one.cancelOrder(profile)).toEqual({ ok: true, value: null });
});

test("a repeated job orders no second profile", async () => {
  const { shopper, number } = await buy("esim9@example.ch", { simType: "1" });
  const code = await readyCode(shopper);
  const [order] = await query<{ id: string }>("select id from orders where number = $1", [number]);
  const iccid = async () =>
    (await query<{ iccid: string }>("select iccid from esims where order_id = $1", [order?.id]))[0]?.iccid;
  const before = await iccid();
  // The id of the ordering call determines the sandbox's profile: the same profile proves the same call.
  expect(before).toBe(iccidOf(`${order?.id}-download`));
  // Simulates a server killed before it stored the answer of the SM-DP+.
  await query("update esims set state = 'ordered', iccid = null where order_id = $1", [order?.id]);
  const task = orderEsim({ ...shop.kasse.services, announceIccid: announceIccid(shop.kasse.services) });
  await task({ orderId: order?.id ?? "" });
  await task({ orderId: order?.id ?? "" });
  expect(await iccid()).toBe(before);
  expect(await readyCode(shopper)).toBe(code);
});
