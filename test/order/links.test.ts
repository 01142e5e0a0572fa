import { run } from "#server/platform/database/statement.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newSecret } from "#server/platform/encryption/link-secret.ts";
import { makeOrderLink, newDocumentLink, openOrderLink } from "#server/sale/order/links.ts";
import { handlerCall } from "../support/handler-call.ts";
import { orderServices, type OrderServices } from "../support/order-services.ts";
import { orderOfDocumentLink } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const NOW = new Date("2026-11-23T10:00:00Z");
const days = (count: number, ms = 0) => new Date(NOW.getTime() + count * 24 * 3600_000 + ms);

describe("a mailed link to an order", () => {
  const open = (secret: string, at = NOW) =>
    openOrderLink({ ...shop.services, now: () => at })(handlerCall<"orderLink">({ body: { secret } }));
  const link = async (locale: "de" | "fr" = "de") => {
    const order = await shop.made();
    const url = await makeOrderLink(shop.sale.db, order.id, {
      publicUrl: "https://x.ch",
      locale,
      now: NOW,
      secret: newSecret().secret,
    });
    return { order, url, secret: url.split("#")[1] ?? "" };
  };
  const DEAD = { ok: false, failure: { name: "orderLinkDead" } };

  test("opens its order, and no other, for 90 days", async () => {
    const { order, secret } = await link();
    await link();
    const found = { ok: true, value: { checkoutId: order.checkoutId } };
    expect(await open(secret)).toEqual(found);
    expect(await open(secret, days(90, -1))).toEqual(found);
    expect(await open(secret, days(90))).toEqual(DEAD);
  });

  test("is in the customer's language, with a secret that is never logged", async () => {
    expect((await link()).url).toMatch(/^https:\/\/x\.ch\/order#[A-Za-z0-9_-]{32}$/);
    expect((await link("fr")).url).toMatch(/^https:\/\/x\.ch\/fr\/order#[A-Za-z0-9_-]{32}$/);
  });

  test("stays valid when a later mail contains another one", async () => {
    const { order, secret } = await link();
    await makeOrderLink(shop.sale.db, order.id, { publicUrl: "", locale: "de", now: NOW, secret: newSecret().secret });
    expect(await open(secret)).toMatchObject({ ok: true });
  });

  test.each(["", "x".repeat(32), "nonsense"])("with the secret %j gives no access", async (secret) => {
    expect(await open(secret)).toEqual(DEAD);
  });

  test("is stored only as the hash of its secret", async () => {
    const { secret } = await link();
    const rows = await shop.sale.query<{ text: string }>("select l::text as text from order_links l");
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toContain(secret);
  });
});

describe("the reference to the copy of a document", () => {
  const keptLink = async (orderId: string) => {
    const { id, insert } = newDocumentLink(orderId, NOW);
    await run(shop.sale.db, insert);
    return id;
  };

  test("identifies its order, and no other, for 30 days", async () => {
    const [order, other] = [await shop.made(), await shop.made()];
    const id = await keptLink(order.id);
    await keptLink(other.id);
    expect(await orderOfDocumentLink(shop.sale.db, id, days(30, -1))).toBe(order.number);
    expect(await orderOfDocumentLink(shop.sale.db, id, days(30))).toBeNull();
  });

  test.each(["", "nonsense", `${crypto.randomUUID()}0`, `0${crypto.randomUUID()}`, crypto.randomUUID()])(
    "%j identifies none",
    async (id) => {
      expect(await orderOfDocumentLink(shop.sale.db, id, NOW)).toBeNull();
    },
  );
});
