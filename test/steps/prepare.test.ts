import { compose } from "../support/compose.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Step } from "#core/steps/steps.ts";
import { readBrand, type Brand } from "#server/shop/brand/brand.ts";
import { prepare } from "#server/sale/steps/prepare.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";
import { handlerCall } from "../support/handler-call.ts";
import { documentsFor } from "../support/law.ts";
import { wholeForm } from "../support/people.ts";
import { paymentServices, type PaymentServices, type Visitor } from "../support/payment-services.ts";
import { changeCheckout } from "#server/sale/checkout/queries.ts";

let shop: PaymentServices;
let brand: Brand;
beforeAll(async () => {
  [shop, brand] = await Promise.all([paymentServices(), readBrand("brands/alpenfon/brand.json")]);
});
afterAll(() => shop.sale.close());

const SMART30: CheckoutRecord = { type: "Tariff", tariff: "SMART30" };
const PREPAID: CheckoutRecord = { type: "Tariff", tariff: "PREPAID20" };
const TV: CheckoutRecord = { type: "TV Tariff", tv_tariff: "TVS" };

/** No run, and no adopted version. */
const experiments = { armsAt: () => ({}) };
const enter = (visitor: Visitor, step: string, pageStep = step) =>
  prepare({ ...shop.services, brand, experiments, esims: {} })(
    handlerCall<"prepare">({ body: {}, ...visitor, params: { step, pageStep }, locale: "en" } as never),
  );
const refused = (page: Step | null) => ({ ok: false, failure: { name: "stepRefused", page } });

describe("an unknown step or checkout", () => {
  test.each([
    ["8", "1"],
    ["1", "8"],
  ])("%s/%s is not found", async (step, pageStep) => {
    expect(await enter(await shop.visitor(SMART30), step, pageStep)).toEqual({
      ok: false,
      failure: { name: "notFound" },
    });
  });

  test.each(["1", "4"])("step %s of an unknown checkout is unknown", async (step) => {
    const nobody = { checkoutId: "x".repeat(32), token: null };
    expect(await enter(nobody, step)).toEqual({ ok: false, failure: { name: "checkoutUnknown" } });
  });
});

describe("an allowed step", () => {
  const value = (answer: object) => ({ ok: true, value: answer });

  test("1 has the stock and the boxes' prices", async () => {
    const device = await shop.visitor({ type: "Device", tariff: "SMART60", mobile: "AARE5" });
    expect(await enter(device, "1")).toEqual(value({ onStock: 25, postpaid: true, tv: false, stb: 4.9, stb2: 4.9 }));
    expect(await enter(await shop.visitor(TV), "1")).toMatchObject(value({ onStock: 1, postpaid: true, tv: true }));
    const prepaidTv = await shop.visitor({ type: "TV Tariff", tv_tariff: "277" });
    expect(await enter(prepaidTv, "1")).toMatchObject(value({ postpaid: false, tv: true }));
  });

  test("1 has each box's own price", async () => {
    await shop.sale.sell(demoWith("boxes", "STB2", { monthly: 590 }));
    expect(await enter(await shop.visitor(TV), "1")).toMatchObject(value({ stb: 4.9, stb2: 5.9 }));
    await shop.sale.sell(demoCatalogue);
  });

  test.each(["2", "3"])("%s has no data", async (step) => {
    expect(await enter(await shop.visitor(SMART30), step)).toEqual(value({}));
  });

  test("4 has the customer, the contract and whether a bill is possible", async () => {
    const email = "registered@example.ch";
    const registered = await shop.visitor(SMART30, { registeredEmail: email });
    const expected = { post: "2026-11-25", transfer: "2026-11-26" };
    const mobile = { esim: true, device: null, numbers: false, expected };
    const known = { user: { email }, tv: false, postpaid: true, solvent: true, ...mobile };
    expect(await enter(registered, "4")).toEqual(value(known));
    const tv = await shop.visitor(TV, { registeredEmail: email });
    expect(await enter(tv, "4")).toEqual(value({ ...known, tv: true, esim: false }));
    const lite = await shop.visitor({ ...SMART30, mobile: "PIZLITE" }, { registeredEmail: email });
    expect(await enter(lite, "4")).toEqual(value({ ...known, esim: false, device: "Piz Lite" }));
    const prepaid = await shop.visitor(PREPAID, { registeredEmail: email });
    expect(await enter(prepaid, "4")).toEqual(value({ ...known, postpaid: false }));
  });

  test("4 reports that the shopper has to pay in advance", async () => {
    const { checkout, ...visitor } = await shop.customer(SMART30);
    await shop.sale.query(`update accounts set profile = '{"solvent": false}' where id = $1`, [checkout.account?.id]);
    expect(await enter(visitor, "4")).toMatchObject(
      value({ solvent: false, refusal: { check: "ownRecords", decidedBy: "2026-11-26" } }),
    );
  });

  test("4a has the customer", async () => {
    const visitor = await shop.customer(SMART30);
    const user = expect.objectContaining({ city: "Zürich", token: visitor.token });
    expect(await enter(visitor, "4a")).toEqual(value({ user, poBox: false }));
  });

  test("5 has the fee of a bill by post and the agreements, in the shopper's language", async () => {
    const answer = async (record: CheckoutRecord) => {
      const reply = await enter(await shop.customer(record), "5");
      if (!reply.ok) throw new Error(reply.failure.name);
      return reply.value;
    };
    const terms = (family: "mobile" | "tv") =>
      brand.terms[family].map(({ title, ...entry }) => ({ ...entry, title: title.en }));
    const gdpr = { title: brand.gdpr.title.en, url: brand.gdpr.url };
    expect(await answer(SMART30)).toEqual({
      user: expect.objectContaining({ city: "Zürich" }),
      postpaid: true,
      tv: false,
      business: false,
      documents: documentsFor({ family: "mobile", postpaid: true }),
      documentKept: true,
      documentRead: true,
      eid: null,
      review: {
        version: expect.any(String),
        record: SMART30,
        lines: [expect.objectContaining({ code: "SMART30" })],
        next: expect.objectContaining({ parcel: null }),
      },
      identity: {
        identifiedBy: "182400004",
        citizenship: "CH",
        idNo: expect.stringMatching(/^T/),
        issuer: "Zürich",
        issueDate: "2022-05-01",
        validUntil: "2032-04-30",
      },
      recordComplete: true,
      postBillFee: 3.9,
      agb: terms("mobile"),
      agbVersion: expect.stringMatching(/^[0-9a-f]{16}$/),
      gdpr,
    });
    expect(await answer(TV)).toMatchObject({ tv: true, agb: terms("tv") });
    expect(terms("tv")).not.toEqual(terms("mobile"));
    expect(await answer(PREPAID)).toMatchObject({ postpaid: false });
  });

  test("5 shows the identity document only with the customer's token", async () => {
    const { token: _, ...visitor } = await shop.visitor(SMART30, {
      registeredEmail: "nobody@example.ch",
      registeredHash: "x",
    });
    const stored = { form: wholeForm("nobody@example.ch"), formStage: "all" } as const;
    await changeCheckout(shop.sale.db, shop.sale.needs, await shop.sale.reload(visitor.checkoutId), stored);
    const reply = await enter({ ...visitor, token: null }, "5");
    expect(reply).toMatchObject({ ok: true, value: { user: { email: "nobody@example.ch" } } });
    expect(JSON.stringify(reply)).not.toContain("identity");
  });
});

describe("a step that is not allowed yet", () => {
  test("leads to the furthest allowed one", async () => {
    expect(await enter(await shop.visitor(SMART30), "4")).toEqual(refused("3"));
    expect(await enter(await shop.visitor(PREPAID), "1")).toEqual(refused("3"));
    const visitor = await shop.visitor(SMART30, { registeredEmail: "r@example.ch" });
    expect(await enter(visitor, "5")).toEqual(refused("4"));
  });

  test.each(["4", "4a", "5", "6"])("%s needs the customer's token, once there is one", async (step) => {
    const { checkoutId, token } = await shop.customer(TV);
    expect(await enter({ checkoutId, token: null }, step)).toEqual(refused("3"));
    for (const before of ["1", "2", "3"])
      expect(await enter({ checkoutId, token }, before)).toMatchObject({ ok: true });
  });
});

describe("step 6", () => {
  const toPay = () => shop.customer({ type: "TV Tariff", tv_tariff: "277" });

  test("has the amount, the outcome of the last payment, and the card form of an open one", async () => {
    const visitor = await toPay();
    expect(await enter(visitor, "6")).toEqual({ ok: true, value: { amount: 168, lastOutcome: null, widget: null } });
    const declined = `declined-${visitor.checkoutId}`;
    const widget = { scriptUrl: "https://pay.example/w.js", integrity: "", formAction: "", brands: ["VISA"] };
    const withWidget = (id: string) =>
      shop.sale.query("update payments set widget = $2 where id = $1", [id, JSON.stringify(widget)]);
    await withWidget((await shop.pay(visitor.checkout, declined)).id);
    shop.outcomes.set(declined, "declined");
    expect(await enter(visitor, "6")).toMatchObject({ value: { lastOutcome: "declined", widget: null } });
    shop.sale.clock.now = new Date(shop.sale.clock.now.getTime() + 1000);
    const open = await shop.pay(visitor.checkout, `open-${visitor.checkoutId}`);
    await withWidget(open.id);
    shop.outcomes.set(`open-${visitor.checkoutId}`, "pending");
    expect(await enter(visitor, "6")).toMatchObject({ value: { lastOutcome: "declined", widget } });
  });

  test("reports the outcome of the last of several payments", async () => {
    const visitor = await toPay();
    for (const outcome of ["declined", "cancelled"] as const) {
      const hosted = `${outcome}-${visitor.checkoutId}`;
      await shop.pay(visitor.checkout, hosted);
      shop.outcomes.set(hosted, outcome);
      await enter(visitor, "6");
      shop.sale.clock.now = new Date(shop.sale.clock.now.getTime() + 1000);
    }
    expect(await enter(visitor, "6")).toMatchObject({ value: { lastOutcome: "cancelled" } });
  });

  test("is shown even if the provider does not answer, but a bug is not hidden", async () => {
    const visitor = await toPay();
    await shop.pay(visitor.checkout, `silent-${visitor.checkoutId}`);
    expect(await enter(visitor, "6")).toMatchObject({ ok: true, value: { lastOutcome: null } });
    const broken = { ...shop.services.payments, status: () => Promise.reject(new Error("a bug")) };
    const call = handlerCall<"prepare">({ body: {}, ...visitor, params: { step: "6", pageStep: "6" } } as never);
    await expect(
      prepare({ ...compose({ ...shop.services, payments: broken }), brand, experiments, esims: {} })(call),
    ).rejects.toThrow("a bug");
  });

  test("leads to the thank-you page if the payment turns out to be paid", async () => {
    const visitor = await toPay();
    await shop.pay(visitor.checkout, `paid-${visitor.checkoutId}`);
    shop.outcomes.set(`paid-${visitor.checkoutId}`, "paid");
    expect(await enter(visitor, "6")).toEqual(refused("7"));
    expect(await enter(visitor, "7")).toEqual({ ok: true, value: { solvent: true } });
  });
});

test("the thank-you page of an order stays open when its tariff is no longer sold", async () => {
  const visitor = await shop.customer(TV);
  await shop.sale.order(visitor.checkoutId, visitor.checkout.account?.id ?? "");
  await shop.sale.sell(demoWithout("tvTariffs", "TVS"));
  expect(await enter(visitor, "7")).toEqual({ ok: true, value: { solvent: true } });
  await shop.sale.sell(demoCatalogue);
});

describe("a paid checkout without an order", () => {
  async function paid() {
    const visitor = await shop.customer({ type: "TV Tariff", tv_tariff: "277" });
    const payment = await shop.pay(visitor.checkout, `p-${visitor.checkoutId}`);
    await shop.sale.query("update payments set state = 'paid' where id = $1", [payment.id]);
    return visitor;
  }
  const orderOf = async ({ checkoutId }: Visitor) => (await shop.sale.reload(checkoutId)).order;

  test("is ordered when the thank-you page is opened", async () => {
    const visitor = await paid();
    expect(await enter(visitor, "7")).toEqual({ ok: true, value: { solvent: true } });
    expect(await orderOf(visitor)).toMatchObject({ billPaid: true });
  });

  test("is ordered when step 6 is opened, which leads on", async () => {
    const visitor = await paid();
    expect(await enter(visitor, "6")).toEqual(refused("7"));
    expect(await orderOf(visitor)).not.toBeNull();
  });

  test("by a person who turned out to be insolvent is not ordered, and refunded", async () => {
    const visitor = await paid();
    const created = { contract: "tv/prepaid", solvent: false };
    const checkout = await shop.sale.reload(visitor.checkoutId);
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { customerCreated: created });
    expect(await enter(visitor, "7")).toEqual(refused("5"));
    expect(await orderOf(visitor)).toBeNull();
  });

  test("that cannot become an order leads to the furthest step", async () => {
    const visitor = await paid();
    const checkout = await shop.sale.reload(visitor.checkoutId);
    await changeCheckout(shop.sale.db, shop.sale.needs, checkout, { customerCreated: null });
    expect(await enter(visitor, "7")).toEqual(refused("5"));
  });
});
