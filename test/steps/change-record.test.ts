import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReadBodyOf } from "#contract/shop/calls.ts";
import { toChf } from "#core/money/money.ts";
import { changeRecord } from "#server/sale/steps/change-record.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { paymentServices, type PaymentServices } from "../support/payment-services.ts";
import { wholeForm } from "../support/people.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

type Body = ReadBodyOf<"checkout">;

let shop: PaymentServices;
beforeAll(async () => {
  shop = await paymentServices();
});
afterAll(() => shop.sale.close());
beforeEach(() => shop.sale.sell(demoCatalogue));

const SMART30 = { type: "Tariff", tariff: "SMART30" } as const;
const PREPAID = { type: "Tariff", tariff: "PREPAID20" } as const;
const price = (rappen: number) =>
  demoWith("mobileTariffs", "SMART30", { prices: [{ binding: "182400001", price: rappen, oldPrice: null }] });

const send = (body: Body, checkoutId: string | null = null, locale: "de" | "en" = "de") =>
  changeRecord(shop.services)(handlerCall<"checkout">({ body, checkoutId, locale }));

/** Returns the answer to a record that is for sale. */
async function answered(...call: Parameters<typeof send>) {
  const reply = await send(...call);
  if (!reply.ok) throw new Error(reply.failure.name);
  return reply.value;
}
const UNKNOWN = { ok: false, failure: { name: "checkoutUnknown" } };
const refused = (fields: object) => ({ ok: false, failure: { name: "invalidFields", fields } });

describe("a first record", () => {
  test("creates a checkout, which stores the chosen and the shown", async () => {
    const answer = await answered({ ...SMART30, bundles: ["EU10"] });
    expect(answer).toMatchObject({
      billing: 33.9,
      oneTime: 49,
      total: 0,
      items: [{ mobileTariff: {} }, { bundle: {} }],
    });
    expect(answer).not.toHaveProperty("previous");
    expect(await shop.sale.reload(answer.id)).toMatchObject({
      record: { ...SMART30, bundles: ["EU10"] },
      shown: { quote: { monthly: 3390, firstBill: 4900, dueNow: 0 } },
      locale: "de",
    });
  });

  test("is stored without extra parts: its id, empty fields, no TV, and the page's prices", async () => {
    const seen = { billing: 1, oneTime: 1, total: 1 };
    const body = { ...SMART30, id: undefined, addon_type: "Bundle", tv_tariff: "", mobile: null, agreed: seen };
    const { id } = await answered(body as unknown as Body, null, "en");
    const { record, locale } = await shop.sale.reload(id);
    expect([record, locale]).toEqual([SMART30, "en"]);
  });

  test("that is not for sale lists its invalid fields", async () => {
    expect(await send({ type: "Tariff", tariff: "NOPE" })).toEqual(refused({ tariff: "unknown" }));
  });

  test("is priced by the newest catalogue, even if this process has cached an older one", async () => {
    await answered(SMART30);
    await shop.sale.sell(price(2590));
    const answer = await answered(SMART30);
    expect(answer.billing).toBe(25.9);
    const { shown, catalogueVersion } = await shop.sale.reload(answer.id);
    expect(shown).toMatchObject({ quote: { monthly: 2590 }, catalogueVersion });
  });

  test("that only a newer catalogue sells is for sale", async () => {
    await answered(SMART30);
    await shop.sale.sell(demoWith("mobileTariffs", "SMART30", { code: "SMART31" }));
    expect(await answered({ type: "Tariff", tariff: "SMART31" })).toMatchObject({ billing: 24.9 });
    expect(await send(SMART30)).toEqual(refused({ tariff: "unknown" }));
  });
});

describe("a changed record", () => {
  test("is repriced and stored, with its language", async () => {
    const { id } = await answered(SMART30);
    expect(await answered({ ...SMART30, id, limit: 100 }, id, "en")).toMatchObject({ id, limit: 100 });
    expect(await shop.sale.reload(id)).toMatchObject({ record: { ...SMART30, limit: 100 }, locale: "en" });
    expect((await shop.sale.reload(id)).record).not.toHaveProperty("id");
  });

  test("has the SIM in its summary that can be chosen, or that was chosen", async () => {
    const SIM_ONLY = { type: "Tariff", tariff: "SIMONLY20" } as const;
    const { id, items } = await answered(SIM_ONLY);
    const namesOf = (lines: typeof items) => lines.flatMap((item) => item.sIM?.name ?? []);
    expect(namesOf(items)).toEqual(["SIM-Karte oder eSIM"]);
    for (const [simType, name] of [
      ["0", "SIM-Karte"],
      ["1", "eSIM"],
    ] as const) {
      const form = { ...wholeForm("sim@example.ch"), simType };
      await changeCheckout(shop.sale.db, shop.sale.needs, await shop.sale.reload(id), {
        form,
        formStage: "address",
      });
      expect(namesOf((await answered({ ...SIM_ONLY, id }, id)).items)).toEqual([name]);
    }
    expect(namesOf((await answered({ ...SMART30, mobile: "PIZLITE", id }, id)).items)).toEqual([]);
  });

  test("that is not for sale changes nothing", async () => {
    const { id } = await answered(SMART30);
    expect(await send({ ...SMART30, id, limit: 999 }, id)).toEqual(refused({ limit: "outOfRange" }));
    expect((await shop.sale.reload(id)).record).toEqual(SMART30);
  });

  test("needs a checkout that exists and is not ordered", async () => {
    const [one, other] = [await answered(SMART30), await answered(SMART30)];
    expect(await send({ ...SMART30, id: one.id }, other.id)).toEqual(UNKNOWN);
    expect(await send({ ...SMART30, id: "x".repeat(32) })).toEqual(UNKNOWN);
    expect(await answered({ ...SMART30, id: one.id })).toMatchObject({ id: one.id });
    expect((await answered(SMART30, one.id)).id).not.toBe(one.id);
    await shop.sale.order(one.id, await shop.sale.account("owner@example.ch"));
    const ordered = { ok: false, failure: { name: "stepRefused", page: "7" } };
    expect(await send({ ...SMART30, id: one.id }, one.id)).toEqual(ordered);
  });
});

describe("a price changed by a new catalogue", () => {
  const seen = (billing: number) => ({ billing: toChf(billing * 100), oneTime: toChf(0), total: toChf(0) });
  // The changed tariffs have no activation, so that only the monthly price differs.
  const without = (rappen: number) => {
    const prices = [{ binding: "182400001", price: rappen, oldPrice: null }] as const;
    return demoWith("mobileTariffs", "SMART30", { prices, activation: null });
  };
  async function begun() {
    await shop.sale.sell(without(2000));
    const { id } = await answered(SMART30);
    const again = (more: Partial<Body> = {}) => answered({ ...SMART30, id, ...more } as Body, id);
    const unagreed = async () => (await shop.sale.reload(id)).shown.unagreed?.totals ?? null;
    return { id, again, unagreed };
  }

  test("is shown beside the agreed one, until the shopper agrees", async () => {
    const { again, unagreed } = await begun();
    await shop.sale.sell(without(2100));
    expect(await again()).toMatchObject({ billing: 21, previous: seen(20) });
    expect(await unagreed()).toEqual({ monthly: 2000, firstBill: 0, dueNow: 0 });
    expect(await again()).toMatchObject({ billing: 21, previous: seen(20) });
    const agreed = await again({ agreed: seen(21) });
    expect(agreed.billing).toBe(21);
    expect(agreed).not.toHaveProperty("previous");
    expect(await unagreed()).toBeNull();
  });

  test("is not agreed to by a page that shows another one", async () => {
    const { again } = await begun();
    await shop.sale.sell(without(2100));
    expect(await again({ agreed: seen(20) })).toMatchObject({ previous: seen(20) });
  });

  test("and then changed again is compared with the agreed one", async () => {
    const { again } = await begun();
    await shop.sale.sell(without(2100));
    await again();
    await shop.sale.sell(without(2200));
    expect(await again()).toMatchObject({ billing: 22, previous: seen(20) });
    await shop.sale.sell(without(2000));
    expect(await again()).not.toHaveProperty("previous");
  });

  test("for another choice is compared with the previous price of that choice, if it was sold", async () => {
    const { again } = await begun();
    await shop.sale.sell({ ...without(2100), bundles: demoCatalogue.bundles });
    expect(await again({ bundles: ["EU10"] })).toMatchObject({ billing: 30, previous: seen(29) });
    await shop.sale.sell(demoWith("mobileTariffs", "SMART60", { code: "SMART61" }));
    expect(await again({ tariff: "SMART61" })).not.toHaveProperty("previous");
  });
});

describe("during a payment", () => {
  test("the same record keeps the price that is paid, in any language", async () => {
    const checkout = await shop.ready(PREPAID);
    await shop.pay(checkout, `same-${checkout.id}`);
    const prices = [{ binding: "182400002", price: 2500, oldPrice: null }] as const;
    await shop.sale.sell(demoWith("mobileTariffs", "PREPAID20", { prices }));
    const again = await answered({ ...PREPAID, id: checkout.id }, checkout.id, "en");
    expect(again).toMatchObject({ total: 20, items: [{ mobileTariff: {} }, { sIM: { name: expect.any(String) } }] });
    expect((await shop.sale.reload(checkout.id)).payments).toMatchObject([{ state: "open" }]);
  });

  test("another record ends the payment", async () => {
    const checkout = await shop.ready(PREPAID);
    await shop.pay(checkout, `other-${checkout.id}`);
    expect(await answered({ ...PREPAID, id: checkout.id, bundles: ["TWIN"] }, checkout.id)).toMatchObject({
      total: 35,
    });
    expect((await shop.sale.reload(checkout.id)).payments).toMatchObject([{ state: "cancelled" }]);
  });

  test("a record that is not for sale leaves the payment open", async () => {
    const checkout = await shop.ready(PREPAID);
    await shop.pay(checkout, `bad-${checkout.id}`);
    await send({ ...PREPAID, id: checkout.id, limit: 100 }, checkout.id);
    expect((await shop.sale.reload(checkout.id)).payments).toMatchObject([{ state: "open" }]);
  });

  test("a change without the shopper's agreement is still reported", async () => {
    const checkout = await shop.ready(PREPAID);
    const totals = { monthly: 0, firstBill: 0, dueNow: 1800 };
    const shown = { ...checkout.shown, unagreed: { catalogueVersion: 1, totals } };
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { shown });
    await shop.pay(await shop.sale.reload(checkout.id), `unagreed-${checkout.id}`);
    const again = await answered({ ...PREPAID, id: checkout.id }, checkout.id);
    expect(again).toMatchObject({ total: 20, previous: { total: 18 } });
  });

  test.each(["of an older version", "that ended"])("a payment %s keeps no price", async (which) => {
    const checkout = await shop.ready(PREPAID);
    const { id } = await shop.pay(checkout, `old-${checkout.id}`);
    if (which === "that ended") await shop.sale.query("update payments set state = 'declined' where id = $1", [id]);
    else await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { form: null });
    const prices = [{ binding: "182400002", price: 2500, oldPrice: null }] as const;
    await shop.sale.sell(demoWith("mobileTariffs", "PREPAID20", { prices }));
    expect(await answered({ ...PREPAID, id: checkout.id }, checkout.id)).toMatchObject({ total: 25 });
  });
});
