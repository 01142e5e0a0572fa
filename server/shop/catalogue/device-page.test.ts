import { expect, test } from "vitest";
import { BINDING } from "#core/catalogue/codes.ts";
import { fromChf } from "#core/money/money.ts";
import { demoCatalogue, demoWith } from "../../../test/support/demo-catalogue.ts";
import { devicePlans, insteadOf } from "./device-page.ts";
import { productPage, shopWindow } from "./shop-window.ts";

/** The page of a device, and all cards, on a day when the devices with these codes are sold out. */
function pageOf(code: string, soldOut: readonly string[] = []) {
  const stock = new Map(demoCatalogue.devices.map((each) => [each.code, soldOut.includes(each.code) ? 0 : 1]));
  const page = productPage({ kind: "device", code }, { catalogue: demoCatalogue, stock, today: TODAY }, "de");
  if (!page) throw new Error(`The catalogue has no device ${code}`);
  return { page, cards: shopWindow(demoCatalogue, stock, "de") };
}
const TODAY = { year: 2026, month: 12, day: 1 };

test("a device is sold with each plan of 24 months, at the price of both", () => {
  const { page, cards } = pageOf("SAENTISX");
  const plans = devicePlans(page, demoCatalogue, cards);
  expect(plans.map(({ record }) => record.tariff)).toEqual(["SMART30", "SMART60", "SMART100"]);
  expect(plans.map(({ term }) => fromChf(term.billing))).toEqual([4740, 6240, 9150]);
});

test("a plan without 24 months is not among them, and a partner's device has none", () => {
  const [plan] = demoCatalogue.mobileTariffs;
  const short = demoWith("mobileTariffs", "SMART30", {
    prices: plan?.prices.slice(0, 1).map((each) => ({ ...each, binding: BINDING.monthly })) ?? [],
  });
  const { page, cards } = pageOf("SAENTISX");
  expect(devicePlans(page, short, cards).map(({ record }) => record.tariff)).toEqual(["SMART60", "SMART100"]);
  const partner = pageOf("MATTERHORN");
  expect(devicePlans(partner.page, demoCatalogue, partner.cards)).toEqual([]);
});

test("instead of a sold-out device stand the two in stock that are nearest in price, but no partner's", () => {
  const { page, cards } = pageOf("SAENTISX", ["SAENTISX"]);
  const price = fromChf(page.price);
  const others = cards.filter((card) => card.kind === "device" && card.onStock && card.externalCheckoutUrl === null);
  const distances = others.map((card) => Math.abs(fromChf(card.price) - price)).toSorted((one, other) => one - other);
  const instead = insteadOf(page, cards);
  expect(instead.map((card) => Math.abs(fromChf(card.price) - price))).toEqual(distances.slice(0, 2));
  expect(instead.map(({ code }) => code)).not.toContain("SAENTISX");
  const all = demoCatalogue.devices.map(({ code }) => code);
  const nothing = pageOf("SAENTISX", all);
  expect(insteadOf(nothing.page, nothing.cards)).toEqual([]);
  const inStock = pageOf("AARE5");
  expect(insteadOf(inStock.page, inStock.cards)).toEqual([]);
});
