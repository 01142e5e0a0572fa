import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let shopper: Shopper;
beforeAll(async () => {
  shop = await startShop();
  shopper = shop.shopper();
});
afterAll(() => shop.stop());

test("a tariff is presented with name, features and its price, in the shopper's language", async () => {
  shopper.locale = "fr";
  const tv = await expectOk(
    "presentation",
    shopper.call("presentation", { tariff: "TVM", type: "TV Tariff", binding: "182400001" }),
  );
  expect(tv.body.name).toBe("TV M");
  expect(tv.price).toBe(19.9);
  expect(tv.body.description_items.length).toBeGreaterThan(1);
  for (const item of tv.body.description_items) {
    expect(item.icon).toMatch(/^\w+$/);
    expect(item.name).not.toBe("");
  }
  const german = await expectOk("presentation", shop.shopper().call("presentation", { tariff: "TVM" }));
  expect(german.body.description_items).not.toEqual(tv.body.description_items);
});

test.each([
  ["SMART60", "182400001", 39.9],
  ["SMART60", "182400002", 59.9],
  ["SIMONLY20", "182400002", 19.9],
])("%s with the binding %s costs %d a month", async (tariff, binding, price) => {
  expect(
    (await expectOk("presentation", shopper.call("presentation", { tariff, type: "Tariff", binding }))).price,
  ).toBe(price);
});

test.each([
  [{ tariff: "NOPE" }, "tariff"],
  [{ tariff: "SIMONLY20", binding: "182400001" }, "binding"],
])("the presentation of %j is rejected at its field", async (asked, field) => {
  const { status, body } = await shopper.call("presentation", asked);
  expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
});

test("a device with a tariff is priced together; a combination that is not sold is rejected", async () => {
  const asked = { tariff: "SMART60", mobile: "SAENTISX", binding: "182400001" };
  expect(await expectOk("top action", shopper.call("topAction", asked))).toEqual({
    mobile: { code: "SAENTISX", name: "Säntis X", price: 22.5, oldPrice: null },
    tariff: { code: "SMART60", name: "SMART 60", price: 39.9, oldPrice: 59.9 },
    price: 62.4,
  });
  for (const [wrong, field] of [
    [{ ...asked, tariff: "NOPE" }, "tariff"],
    [{ ...asked, mobile: "NOPE" }, "mobile"],
    [{ ...asked, tariff: "PREPAID10" }, "mobile"],
  ] as const) {
    const { status, body } = await shopper.call("topAction", wrong);
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
  }
});

test("bundles of a mobile tariff and of a TV tariff; one that is no longer sold has no total", async () => {
  const english = shop.shopper();
  english.locale = "en";
  const mobile = await expectOk("bundles", english.call("bundles", undefined, { tariff: "SMART60", family: "1" }));
  expect(mobile[0]).toEqual({
    code: "EU10",
    name: "Europe travel pack",
    description: "10 GB and 100 minutes in the EU",
    total: 9,
    oneTime: 0,
  });
  expect(mobile.map((bundle) => [bundle.code, bundle.total])).toEqual([
    ["EU10", 9],
    ["BALKAN5", 12],
    ["ABROAD100", 15],
    ["TWIN", 5],
    ["LEGACY1", undefined],
  ]);
  expect(mobile.find((bundle) => bundle.code === "TWIN")?.oneTime).toBe(10);
  const tv = await expectOk("bundles", english.call("bundles", undefined, { tariff: "TVM", family: "0" }));
  expect(tv.map((bundle) => [bundle.code, bundle.total])).toEqual([
    ["SPORT", 14.9],
    ["CINEMA", 12.9],
    ["KIDS", 4.9],
  ]);
  for (const [tariff, family] of [
    ["SMART60", "0"],
    ["TVM", "1"],
    ["SMART60", "2"],
  ] as const)
    expect((await english.call("bundles", undefined, { tariff, family })).status).toBe(404);
});

test("TV options of a TV tariff are its durations, 277 has only its twelve months", async () => {
  const durations = await expectOk("tvOptions", shopper.call("tvOptions", undefined, { tariff: "TVS" }));
  expect(durations.filter(({ code }) => code === "TVS").map(({ duration, price }) => [duration, price])).toEqual([
    [24, 9.9],
    [12, 12.9],
    [6, 14.9],
    [3, 16.9],
  ]);
  const prepaid = await expectOk("tvOptions", shopper.call("tvOptions", undefined, { tariff: "277" }));
  expect(prepaid).toEqual([{ code: "277", name: "TV 277", duration: 12, price: 14 }]);
  expect((await shopper.call("tvOptions", undefined, { tariff: "NOPE" })).status).toBe(404);
});
