import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";

let shop: Shop;
let shopper: Shopper;
beforeAll(async () => {
  shop = await startShop();
});
beforeEach(() => {
  shopper = shop.shopper();
});
afterAll(() => shop.stop());

describe("POST /checkout", () => {
  test("returns exactly the example on the wire page", async () => {
    const answer = await shopper.choose({
      type: "Tariff",
      tariff: "SMART60",
      mobile: "SAENTISX",
      binding: "182400001",
      bundles: ["EU10"],
      addon_type: "Bundle",
      limit: 100,
      insurance: 1,
      postBill: 0,
      bonus: 0,
    });
    expect(answer).toEqual({
      id: expect.stringMatching(/^[\w-]{22,}$/),
      items: [
        {
          mobileTariff: {
            code: "SMART60",
            name: "SMART 60",
            billing: 39.9,
            oneTime: 0,
            total: 0,
            price: 39.9,
            oldPrice: 59.9,
            postpaid: true,
            binding: 24,
            activationOneTimePriceNow: 0,
            activationOneTimePriceOnBilling: 0,
            recursivePriceBilling: 39.9,
            promotion: { after: 59.9, months: 24 },
          },
        },
        {
          device: {
            code: "SAENTISX",
            name: "Säntis X",
            billing: 22.5,
            oneTime: 2,
            total: 0,
            deviceMonthlyWithoutUra: 22.5,
            insurancePrice: 6.9,
            instalments: { count: 24, total: 540 },
            art: "blue",
            insuranceTerms:
              "Versichert durch Beispiel Versicherung AG, Bern, Selbstbehalt CHF\u00a080.– je Schadenfall",
          },
        },
        { other: { code: "insurance", name: "Geräteversicherung", billing: 6.9, oneTime: 0, total: 0 } },
        { bundle: { code: "EU10", name: "Reisepaket Europa", billing: 9, oneTime: 0, total: 0 } },
      ],
      limit: 100,
      billing: 78.3,
      oneTime: 2,
      total: 0,
      postpaid: true,
      action: true,
      chosenTv: null,
      spec: {
        action: true,
        action_price: 39.9,
        action_old_price: 59.9,
        action_text: "CHF\u00a020.– weniger, 24 Monate lang",
        additional_action_text: "Danach CHF\u00a059.90.",
        external_checkout_url: null,
      },
    });
  });

  test("an activation fee is part of the first bill; the monthly binding costs more and has no action", async () => {
    const smart30 = await shopper.choose({ type: "Tariff", tariff: "SMART30", binding: "182400002" });
    expect(smart30).toMatchObject({ billing: 29.9, oneTime: 49, total: 0 });
    expect(smart30.items[0]?.mobileTariff).toMatchObject({
      binding: 1,
      oneTime: 49,
      activationOneTimePriceOnBilling: 49,
      activationOneTimePriceNow: 0,
    });
    const smart60 = await shopper.choose({ type: "Tariff", tariff: "SMART60", binding: "182400002" });
    expect(smart60).toMatchObject({ billing: 59.9, action: false, spec: { action: false, action_price: null } });
  });

  test("SIM-only and prepaid have an item sIM, which costs nothing", async () => {
    const simOnly = await shopper.choose({ type: "Tariff", tariff: "SIMONLY20" });
    expect(simOnly.items.map((item) => item.sIM).find(Boolean)).toMatchObject({ billing: 0, oneTime: 0, total: 0 });
    const prepaid = await shopper.choose({ type: "Tariff", tariff: "PREPAID20", bundles: ["TWIN"] });
    expect(prepaid).toMatchObject({ billing: 0, oneTime: 0, total: 35, postpaid: false });
    expect(prepaid.items[0]?.mobileTariff).toMatchObject({ total: 20, recursivePriceBilling: 20, postpaid: false });
    expect(prepaid.items.map((item) => Object.keys(item)[0])).toContain("sIM");
  });

  test("bill by post has a separate line; two set-top boxes are two entries", async () => {
    const tv = await shopper.choose({
      type: "Tv Device",
      tv_tariff: "TVS",
      tv_duration: 3,
      tv_device: ["STB1", "STB2"],
      postBill: 1,
    });
    expect(tv.items.map((item) => item.tVdevice?.code).filter(Boolean)).toEqual(["STB1", "STB2"]);
    expect(tv.items.find((item) => item.other)?.other).toMatchObject({ code: "postBill", billing: 3.9 });
    expect(tv.billing).toBe(30.6);
    expect(tv.oneTime).toBe(98);
  });

  test("Device and Mobile Tariff are read as Tariff; a device sold elsewhere contains the address", async () => {
    const [device, alias] = [
      await shopper.choose({ type: "Device", tariff: "SMART60", mobile: "MATTERHORN" }),
      await shop.shopper().choose({ type: "Mobile Tariff", tariff: "SMART60", mobile: "MATTERHORN" }),
    ];
    expect({ ...alias, id: device.id }).toEqual(device);
    expect(device.items[1]?.device?.code).toBe("MATTERHORN");
    expect(device.spec.external_checkout_url).toMatch(/^https:/);
    expect((await shopper.prepare("3")).body).toEqual({ page: "1" });
  });

  test("every invalid field is listed", async () => {
    const { status, body } = await shopper.call("checkout", {
      type: "Tariff",
      tariff: "SMART30",
      mobile: "NOPE",
      limit: 301,
      bundles: ["NOPE"],
      tv_device: ["STB1"],
    });
    expect(status).toBe(422);
    expect((body as unknown as { errors: object }).errors).toEqual({
      mobile: [expect.any(String)],
      limit: [expect.any(String)],
      bundles: [expect.any(String)],
      tv_device: [expect.any(String)],
    });
    expect((await shopper.call("checkout", { type: "Tariff", tariff: "NOPE" })).body).toMatchObject({
      errors: { tariff: [expect.any(String)] },
    });
  });

  test("after the order the record is locked, and the order shows its lines", async () => {
    await shopper.choose({ type: "Tariff", tariff: "SMART100", limit: 200 });
    await shopper.becomeCustomer("closed@example.ch", await picture());
    await expectOk("order", shopper.call("createOrder", {}));
    const again = await shopper.call("checkout", { id: shopper.checkoutId, type: "Tariff", tariff: "SMART30" });
    expect([again.status, again.body]).toEqual([409, { page: "7" }]);
    expect(await expectOk("the order", shopper.call("order"))).toMatchObject({
      status: "placed",
      items: [{ mobileTariff: { name: "SMART 100" } }],
      limit: 200,
      billing: 69,
      oneTime: 0,
      total: 0,
    });
  });
});
