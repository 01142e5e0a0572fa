import { describe, expect, test } from "vitest";
import { productOrderEvent } from "#server/sale/order/event/product-order.ts";
import { demoCatalogue, demoWith } from "../support/demo-catalogue.ts";
import { itemsOf, orderIn, orderToHandOver as orderOf, pricesOf, valuesOf } from "../support/handed-over.ts";
import { SMART30 } from "../support/order-services.ts";

describe("the prices", () => {
  const activation = (due: "bill" | "now") =>
    demoWith("mobileTariffs", "SMART30", { activation: { amount: 4900, due } });

  test("include the activation fee, on the bill or now", () => {
    expect(pricesOf(itemsOf(orderOf(SMART30, {}, activation("bill")))[0]?.itemPrice)).toEqual([
      ["monthly", undefined, 24.9, 8.1],
      ["onFirstBill", "activation fee", 49, 8.1],
    ]);
    expect(pricesOf(itemsOf(orderOf(SMART30, {}, activation("now")))[0]?.itemPrice)).toEqual([
      ["monthly", undefined, 24.9, 8.1],
      ["paidNow", "activation fee", 49, 8.1],
    ]);
  });

  test("label nothing else as a fee: a box has its own price", () => {
    const [, box] = itemsOf(orderOf({ type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] }));
    expect(pricesOf(box?.itemPrice)).toEqual([
      ["monthly", undefined, 4.9, 8.1],
      ["onFirstBill", "one-time price", 49, 8.1],
    ]);
  });

  test("of TV are followed by the one after its months, with the total over the minimum term", () => {
    const catalogue = demoWith("tvTariffs", "TVM", { prices: [{ duration: 3, price: 1990, priceAfter: 2490 }] });
    const [item] = itemsOf(orderOf({ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 3 }, {}, catalogue));
    expect(valuesOf(item)).toMatchObject({
      monthlyAfterDurationChf: "24.9",
      totalMonths: "21",
      totalChf: "507.9",
    });
    const whole = itemsOf(orderOf({ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 24 }));
    expect(valuesOf(whole[0])).not.toHaveProperty("totalChf");
  });

  test("separate the amount due now for the tariff from its fee", () => {
    const catalogue = demoWith("mobileTariffs", "PREPAID20", { activation: { amount: 1000, due: "now" } });
    const order = orderOf({ type: "Tariff", tariff: "PREPAID20" }, {}, catalogue);
    expect(pricesOf(itemsOf(order)[0]?.itemPrice)).toEqual([
      ["paidNow", undefined, 20, 8.1],
      ["paidNow", "activation fee", 10, 8.1],
    ]);
    expect(pricesOf(orderIn(productOrderEvent(order)).orderTotalPrice)).toEqual([["paidNow", undefined, 30, 8.1]]);
  });

  test("due now from a business are on its first bill", () => {
    const order = orderOf({ type: "TV Tariff", tv_tariff: "277" }, { business: true });
    expect(pricesOf(itemsOf(order)[0]?.itemPrice)).toEqual([["onFirstBill", undefined, 168, 8.1]]);
  });

  test("of an exempt insurance have no VAT; the total has the rate of the rest", () => {
    const record = { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX", insurance: true } as const;
    const order = orderOf(record, {}, { ...demoCatalogue, insuranceVatExempt: true });
    const insurance = itemsOf(order).find(({ productOffering }) => productOffering.id === "insurance");
    expect(pricesOf(insurance?.itemPrice)).toEqual([["monthly", undefined, 6.9, 0]]);
    expect(pricesOf(orderIn(productOrderEvent(order)).orderTotalPrice)).toEqual([
      ["monthly", undefined, 69.3, 8.1],
      ["onFirstBill", undefined, 2, 8.1],
    ]);
  });

  test("of a deposit have no VAT, nor has its total", () => {
    const order = orderOf({ ...SMART30, deposit: 20_000 } as never);
    expect(pricesOf(orderIn(productOrderEvent(order)).orderTotalPrice)).toContainEqual(["paidNow", undefined, 200, 0]);
  });

  test("of an offer without an end are marked as such", () => {
    const prices = [{ binding: "182400002", price: 1990, oldPrice: 2990 }] as const;
    const order = orderOf({ ...SMART30, binding: "182400002" }, {}, demoWith("mobileTariffs", "SMART30", { prices }));
    const [tariff] = itemsOf(order);
    expect(tariff?.itemPrice[0]?.priceAlteration).toEqual([
      expect.objectContaining({ description: "the price contains a discount; its end is not fixed" }),
    ]);
    expect(tariff?.itemPrice[0]?.priceAlteration?.[0]).not.toHaveProperty("applicationDuration");
    expect(tariff?.itemPrice[0]?.priceAlteration?.[0]).not.toHaveProperty("unitOfMeasure");
    expect(tariff?.itemTerm?.map(({ name }) => name)).toEqual(["minimumTerm"]);
  });
});

test("a reduction is an item with prices below 0, its extension, and how long it lasts", () => {
  const name = { de: "Gutschein", en: "Voucher", fr: "Bon", it: "Buono", sr: "Vaučer" };
  const monthly = {
    by: "vouchers",
    reference: "SUMMER",
    name,
    off: { percent: 10 },
    when: { months: 6 },
    on: null,
  } as const;
  const once = { by: "staff", reference: "S1", name, off: { amount: 1000 }, when: "once", on: null } as const;
  const order = orderOf({ ...SMART30, reductions: [monthly, once] });
  const [, first, second] = itemsOf(order);
  expect(pricesOf(first?.itemPrice)).toEqual([["monthly", undefined, -2.49, 8.1]]);
  expect([valuesOf(first), first?.itemTerm?.map((term) => [term.name, term.duration.amount])]).toEqual([
    { lineKind: "other", reducedBy: "vouchers", reference: "SUMMER" },
    [["reduction", 6]],
  ]);
  expect(pricesOf(second?.itemPrice)).toEqual([["onFirstBill", "reduction", -10, 8.1]]);
  expect(pricesOf(orderIn(productOrderEvent(order)).orderTotalPrice)).toEqual([
    ["monthly", undefined, 22.41, 8.1],
    ["onFirstBill", undefined, 39, 8.1],
  ]);
});
