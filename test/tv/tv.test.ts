import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { personForm } from "../support/people.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

describe("a TV sale over HTTP", () => {
  test("TV M with two set-top boxes and a bundle is on the bill; no document image is needed", async () => {
    const shopper = shop.shopper();
    shopper.locale = "it";
    const quote = await shopper.choose({
      type: "Tv Device",
      tv_tariff: "TVM",
      tv_duration: 12,
      tv_device: ["STB1", "STB2"],
      bundles: ["SPORT"],
    });
    expect(quote).toMatchObject({ billing: 47.6, oneTime: 98, total: 0 });
    expect(quote.items.map((item) => Object.keys(item)[0])).toEqual(["tVTariff", "tVdevice", "tVdevice", "bundle"]);
    expect(quote.items[0]?.tVTariff).toMatchObject({ billing: 22.9, binding: 21, tvDuration: 12, postpaid: true });
    expect(await expectOk("prepare 1", shopper.prepare("1"))).toMatchObject({ tv: true, stb: 4.9, stb2: 4.9 });
    await shopper.becomeCustomer("tv@example.ch", null, { simType: "" });
    expect(await expectOk("prepare 5", shopper.prepare("5"))).toMatchObject({
      tv: true,
      agb: [{ code: "agb-tv-2026" }],
    });
    expect(await expectOk("order", shopper.call("createOrder", {}))).toMatchObject({ status: "placed" });
    expect(await expectOk("order page", shopper.call("order"))).toMatchObject({ simType: null, transfer: false });
  });

  test("277 is prepaid for 12 months, with its box; the second box is also due now", async () => {
    const shopper = shop.shopper();
    const alone = await shopper.choose({ type: "TV Tariff", tv_tariff: "277", tv_duration: 24 });
    expect(alone).toMatchObject({ billing: 0, oneTime: 0, total: 168, postpaid: false });
    expect(alone.items[0]?.tVTariff).toMatchObject({ tvDuration: 12 });
    expect(alone.items[0]?.tVTariff).not.toHaveProperty("binding");
    expect(alone.items[1]?.box).toMatchObject({ code: "STB1", billing: 0, oneTime: 0, total: 0 });
    const both = await shopper.choose({ type: "Tv Device", tv_tariff: "277", tv_device: ["STB1", "STB2"] });
    expect(both.total).toBe(275.8);
    await shopper.becomeCustomer("tv277@example.ch", null);
    expect(await expectOk("prepare 6", shopper.prepare("6"))).toMatchObject({ amount: 275.8 });
    expect(await expectOk("payment", shopper.call("prepareTransaction"))).toHaveProperty("redirectUrl");
  });

  test.each([
    [{ type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB2"] }, "tv_device"],
    [{ type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1", "STB1"] }, "tv_device"],
    [{ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 5 }, "tv_duration"],
    [{ type: "TV Tariff", tv_tariff: "TVX" }, "tv_tariff"],
    [{ type: "TV Tariff", tv_tariff: "TVM", bundles: ["EU10"] }, "bundles"],
    [{ type: "Tariff", tariff: "SIMONLY20", mobile: "AARE5" }, "mobile"],
    [{ type: "Tariff", tariff: "SMART30", insurance: 1 }, "insurance"],
    [{ type: "Tariff", tariff: "SMART30", bundles: ["LEGACY1"] }, "bundles"],
    [{ type: "Tariff", tariff: "SMART30", limit: 301 }, "limit"],
    [{ type: "Tariff", tariff: "SMART30", bonus: 1 }, "bonus"],
    [{ type: "Tariff", tariff: "NOPE" }, "tariff"],
  ] as const)("%j is rejected at %s", async (record, field) => {
    const reply = await shop.shopper().call("checkout", record as never);
    expect(reply.status).toBe(422);
    expect(Object.keys((reply.body as unknown as { errors: object }).errors)).toEqual([field]);
  });

  test("a tariff with a TV bonus waits at page 1 until an option is chosen, and charges nothing for it", async () => {
    const shopper = shop.shopper();
    const options = (await shopper.call("tvOptions", undefined, { tariff: "SMART60" })).body;
    expect(options[0]).toEqual({ code: "", name: "Kein TV" });
    expect(options[1]).toEqual({ code: "TVS", name: "TV S", duration: 24, price: 9.9, priceEur: 9.9 });
    await shopper.choose({ type: "Tariff", tariff: "SMART60", bonus: 1 });
    expect((await shopper.prepare("3")).body).toEqual({ page: "1" });
    const chosen = await shopper.choose({ type: "Tariff", tariff: "SMART60", bonus: 1, tv_tariff: "TVS" });
    expect(chosen).toMatchObject({ billing: 39.9, chosenTv: { name: "TV S", billing: 0 } });
    expect((await shopper.prepare("3")).status).toBe(200);
    await expectOk("register", shopper.register("bonus@example.ch"));
    await expectOk("validate", shopper.call("validateCustomer", personForm("bonus@example.ch")));
  });
});
