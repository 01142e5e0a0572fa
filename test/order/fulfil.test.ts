import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceIccid } from "#server/sale/order/announce-iccid.ts";
import { createFulfilment } from "#server/sale/order/fulfil.ts";
import { handOverOrder } from "#server/sale/order/handover.ts";
import { demoWith } from "../support/demo-catalogue.ts";
import { BUSINESS, orderServices, SMART30, type OrderServices } from "../support/order-services.ts";
import { orderOfDocumentLink } from "#server/sale/order/queries.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const resend = (number: string) => shop.services.orderActions.carryOut("resend", { order: { number }, by: null });
type Json = Record<string, unknown>;
const deliveries = (id: string) =>
  shop.sale.query<{ event_id: string; delivered_at: Date | null }>(
    "select event_id, delivered_at from handovers where order_id = $1 order by sequence",
    [id],
  );

describe("a placed order", () => {
  test("queues its event, its mail and its delivery, each once", async () => {
    const { id, ...order } = await shop.made();
    expect(await shop.jobsOf({ id })).toEqual([
      { name: "hand-over-order", payload: { orderId: id }, key: `hand-over:${id}` },
      { name: "mail-order", payload: { orderId: id, about: "placed" }, key: `mail-order:${id}` },
    ]);
    const [event, ...more] = await shop.eventsOf({ id });
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      event: {
        productOrder: {
          id: order.number,
          billingAccount: { id: order.account.id },
          relatedParty: [{ partyOrPartyRole: { existingCustomer: false } }],
          productOrderItem: [{ productOffering: { id: "SMART30", name: "SMART 30" } }],
        },
      },
    });
  });

  test("of a customer of the base has the base's id", async () => {
    const order = await shop.made(SMART30, { profile: BUSINESS });
    expect((await shop.eventsOf(order))[0]?.event.productOrder).toMatchObject({
      billingAccount: { id: BUSINESS.userId },
      relatedParty: [{ partyOrPartyRole: { name: BUSINESS.organisation.name, existingCustomer: true } }],
    });
  });

  test("with an eSIM orders it by the profile type of the settings, or the tariff's own", async () => {
    const { id } = await shop.made(SMART30, { form: { simType: "1" } });
    expect(await shop.jobsOf({ id })).toContainEqual({
      name: "order-esim",
      payload: { orderId: id },
      key: `esim:${id}`,
    });
    const rows = await shop.sale.query("select profile_type, state from esims where order_id = $1", [id]);
    expect(rows).toEqual([{ profile_type: "sandbox", state: "ordered" }]);
    await shop.sale.sell(demoWith("mobileTariffs", "SMART30", { esimProfile: "DATA-ONLY" }));
    const own = await shop.made(SMART30, { form: { simType: "1" } });
    expect(await shop.sale.query("select profile_type from esims where order_id = $1", [own.id])).toEqual([
      { profile_type: "DATA-ONLY" },
    ]);
  });

  test("with a SIM card has no eSIM", async () => {
    const { id } = await shop.made();
    expect(await shop.sale.query("select 1 from esims where order_id = $1", [id])).toEqual([]);
  });

  test("contains the URL where the operator's systems fetch the copy of the document", async () => {
    const order = await shop.made();
    const text = JSON.stringify(await shop.eventsOf(order));
    const [, id = ""] = /"https:\/\/shop\.example\.ch\/public-api\/order-documents\/([^"]+)"/.exec(text) ?? [];
    expect(await orderOfDocumentLink(shop.sale.db, id, shop.sale.clock.now)).toBe(order.number);
  });

  test("without a document, or without operator's systems, contains none", async () => {
    const sandbox = {
      ...shop.services,
      config: { ...shop.services.config, handover: { provider: "sandbox" } },
    } as const;
    const tv = await shop.made({ type: "TV Tariff", tv_tariff: "TVS" }, { change: { documentId: null } });
    expect(JSON.stringify(await shop.eventsOf(tv))).not.toContain("order-documents");
    const order = await shop.made();
    await createFulfilment(sandbox).fulfil(shop.sale.db, order);
    expect(JSON.stringify((await shop.eventsOf(order))[1])).not.toContain("order-documents");
  });

  test("cannot be handed over without its identity data", async () => {
    const order = await shop.made();
    const { sealed: _, ...customer } = order.customer;
    await expect(createFulfilment(shop.services).fulfil(shop.sale.db, { ...order, customer })).rejects.toThrow(
      `Order ${order.number} no longer has identity data`,
    );
  });
});

describe("the events of an order", () => {
  const handOver = (id: string, deliver: (event: { eventId: string; event: object }) => Promise<void>) =>
    handOverOrder({ ...shop.services, handover: { deliver } })({ orderId: id });

  test("are told to extensions at once, where one looks for news of orders", async () => {
    const { id } = await shop.made();
    const news = async () =>
      (await shop.sale.jobs()).map(({ name }) => name).filter((name) => name.startsWith("tell-"));
    await handOver(id, async () => undefined);
    expect(await news()).toEqual([]);
    const orderNews = [{ name: "tell-somebody" as never, payload: {} as never, key: "tell-somebody" }];
    await handOverOrder({ ...shop.services, orderNews, handover: { deliver: async () => undefined } })({ orderId: id });
    expect(await news()).toEqual(["tell-somebody"]);
  });

  test("are delivered in sequence, each until it has arrived", async () => {
    const { id, number } = await shop.made();
    const at = new Date("2026-11-25T08:00:00Z");
    await announceIccid({ now: () => at })(shop.sale.db, id, "8941");
    const [first, second] = await shop.eventsOf({ id });
    const arrived: unknown[] = [];
    const failing = async ({ event }: { event: object }) => {
      if (arrived.length === 1) throw new Error("away");
      arrived.push(event);
    };
    await expect(handOver(id, failing)).rejects.toThrow("away");
    expect((await deliveries(id)).map(({ delivered_at }) => delivered_at)).toEqual([shop.sale.clock.now, null]);
    await handOver(id, async ({ eventId, event }) => {
      expect((event as Json)["eventId"]).toBe(eventId);
      arrived.push(event);
    });
    expect(arrived).toEqual([first, second]);
    expect(second).toMatchObject({
      eventTime: at.toISOString(),
      event: {
        productOrder: { id: number, productOrderItem: [{ product: { productCharacteristic: [{ value: "8941" }] } }] },
      },
    });
    await handOver(id, () => Promise.reject(new Error("twice")));
  });

  test("are sent again with the same ids, in sequence", async () => {
    const { id, number } = await shop.made();
    await announceIccid(shop.services)(shop.sale.db, id, "8941");
    const other = await shop.made();
    await handOver(id, () => Promise.resolve());
    await handOver(other.id, () => Promise.resolve());
    await shop.sale.query("delete from graphile_worker._private_jobs");
    const eventIds = (await deliveries(id)).map(({ event_id }) => event_id);
    expect(await resend(number)).toMatchObject({ kind: "done", result: eventIds });
    expect((await deliveries(id)).map(({ delivered_at }) => delivered_at)).toEqual([null, null]);
    expect((await deliveries(other.id))[0]?.delivered_at).not.toBeNull();
    expect((await shop.jobsOf({ id })).map(({ name }) => name)).toEqual(["hand-over-order"]);
  });

  test("do not exist for an order on hold, or an unknown one", async () => {
    const { number } = await shop.held();
    expect(await resend(number)).toMatchObject({ reason: "notHandedOver" });
    expect(await resend("K1")).toEqual({ kind: "noOrder" });
    await expect(announceIccid(shop.services)(shop.sale.db, crypto.randomUUID(), "8941")).rejects.toThrow();
  });
});
