import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

/**
 * Only the catalogue defines prepaid TV: 277 lasts 12 months and includes a box; this one lasts 6 and includes none.
 */
const TV_HALF_YEAR = { code: "TVHALF", name: "TV half-year", postpaid: false, prices: [{ duration: 6, price: 90 }] };

let folder: string;
let shop: Shop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-catalogue-"));
  await cp("demo/catalogue", folder, { recursive: true });
  const file = join(folder, "tv-tariffs.json");
  const content = JSON.parse(await readFile(file, "utf8")) as { tvTariffs: object[] };
  content.tvTariffs.push({ ...TV_HALF_YEAR, features: [] });
  await writeFile(file, JSON.stringify(content));
  shop = await startShop({ env: { CATALOGUE_DIR: folder } });
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

test("the shop window and the options of a second prepaid TV tariff show its own duration and price a month", async () => {
  const shopper = shop.shopper();
  const { products } = await expectOk("catalogue", shopper.call("catalogue"));
  expect(products.find(({ code }) => code === "TVHALF")).toMatchObject({
    group: "tvPrepaid",
    price: 15,
    priceNow: 90,
  });
  const page = await expectOk("product", shopper.call("product", undefined, { kind: "tv", code: "TVHALF" }));
  expect(page.terms).toMatchObject([{ code: "6", months: 6, price: 15, oldPrice: null, priceNow: 90, duration: 6 }]);
  expect(page.record).not.toHaveProperty("tv_device");
  expect(await expectOk("options", shopper.call("tvOptions", undefined, { tariff: "TVHALF" }))).toEqual([
    { code: "TVHALF", name: "TV half-year", duration: 6, price: 15 },
  ]);
});

test("it is bought for its six months, its box and bundle paid for the same time, and ordered once it is paid", async () => {
  const shopper = shop.shopper();
  const alone = await shopper.choose({ type: "TV Tariff", tv_tariff: "TVHALF", tv_duration: 24 });
  expect(alone).toMatchObject({ billing: 0, oneTime: 0, total: 90, postpaid: false });
  expect(alone.items.map((item) => Object.keys(item)[0])).toEqual(["tVTariff"]);
  expect(alone.items[0]?.tVTariff).toMatchObject({ tvDuration: 6, recursivePriceBilling: 15, postpaid: false });
  const full = await shopper.choose({
    type: "Tv Device",
    tv_tariff: "TVHALF",
    tv_device: ["STB1"],
    bundles: ["SPORT"],
  });
  // 90, the box for 6 × 4.90 and 49 once, the bundle for 6 × 14.90.
  expect(full).toMatchObject({ billing: 0, oneTime: 0, total: 257.8 });
  expect(full.items[1]?.tVdevice).toMatchObject({ code: "STB1", total: 78.4 });

  await shopper.becomeCustomer("half-year@example.ch", null, { simType: "" });
  expect(await expectOk("prepare 6", shopper.prepare("6"))).toMatchObject({ amount: 257.8 });
  const begun = await expectOk("payment", shopper.call("prepareTransaction"));
  if (!("redirectUrl" in begun)) throw new Error("There is something to pay");
  const hostedId = await shopper.pressAtProvider(begun.redirectUrl, "pay");
  expect(await expectOk("status", shopper.transactionStatus(hostedId ?? ""))).toMatchObject({
    status: { validPayment: true },
  });
  expect(await expectOk("order", shopper.call("order"))).toMatchObject({
    status: "placed",
    billPayed: true,
    total: 257.8,
    next: { parcel: { expected: expect.any(String) }, firstBill: null },
  });
});

test("its second box needs the first, which is not included", async () => {
  const refused = await shop.shopper().call("checkout", {
    type: "Tv Device",
    tv_tariff: "TVHALF",
    tv_device: ["STB2"],
  });
  expect(refused).toMatchObject({ status: 422, body: { errors: { tv_device: [expect.any(String)] } } });
});
