import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTranslator } from "use-intl/core";
import { LOCALES, localePrefix } from "#core/text/locale.ts";
import { francs, type Rappen } from "#core/money/money.ts";
import { BINDING, TV_BINDING_MONTHS } from "#core/catalogue/codes.ts";
import { billingAfter, courseOf, totalOver } from "#core/price/contract-terms.ts";
import { quoteFor, type Quote } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import checkout from "#locales/de/checkout.json" with { type: "json" };
import common from "#locales/de/common.json" with { type: "json" };
import { loadBundle } from "#server/pages/assets.ts";
import { rowsOf } from "#web/checkout/summary/rows.ts";
import { demoCatalogue as CATALOGUE } from "../support/demo-catalogue.ts";
import { startShop, type Shop } from "../support/shop.ts";

// Every amount on a page must come from the priced record: a price that is hard-coded, or calculated elsewhere, fails
// here.

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ bundle: await loadBundle() });
});
afterAll(() => shop.stop());

const { mobileTariffs, tvTariffs, devices } = CATALOGUE;
/** The plans of a device, each for 24 months. */
const PLANS = mobileTariffs.filter(
  ({ kind, prices }) => kind === "postpaid" && prices.some(({ binding }) => binding === BINDING.long),
);
/**
 * Every record of the landing pages: each tariff with each of its terms, each device with each plan, a partner's with
 * its own.
 */
const RECORDS: readonly (readonly [string, CheckoutRecord])[] = [
  ...mobileTariffs.flatMap(({ code, prices }) =>
    prices.map(({ binding }) => [`/mobile/${code}`, { type: "Tariff", tariff: code, binding }] as const),
  ),
  ...tvTariffs.flatMap(({ code, prices }) =>
    prices.map(
      ({ duration }) => [`/tv/${code}`, { type: "TV Tariff", tv_tariff: code, tv_duration: duration }] as const,
    ),
  ),
  ...devices.flatMap(({ code, externalCheckoutUrl, defaultTariff }) =>
    PLANS.filter((plan) => !externalCheckoutUrl || plan.code === defaultTariff).map(
      (plan) =>
        [`/device/${code}`, { type: "Tariff", tariff: plan.code, mobile: code, binding: BINDING.long }] as const,
    ),
  ),
];
/** The first record of each page, which is the one on its card; for a device that with its own plan. */
const ON_CARDS = RECORDS.filter(
  ([path], at) => RECORDS.findIndex(([other]) => other === path) === at && !path.startsWith("/device"),
).concat(
  RECORDS.filter(([, { mobile, tariff }]) =>
    devices.some((each) => each.code === mobile && each.defaultTariff === tariff),
  ),
);

function quoted(record: CheckoutRecord): Quote {
  const quote = quoteFor(record, CATALOGUE);
  if (!quote) throw new Error(JSON.stringify(record));
  return quote;
}
const amount = (rappen: Rappen) => `CHF ${francs(rappen)}`;
const amountsIn = (text: string) =>
  [...text.replace(/<[^>]*>/g, " ").matchAll(/CHF\s[\d’]+\.(?:\d\d|–)/g)].map(([each]) => each.replace(/\s/, " "));

/**
 * Returns all amounts allowed on a page of this record: those of its quote, of its price course, and of a set-top box
 * for it.
 */
function allowed(record: CheckoutRecord): Set<string> {
  const quote = quoted(record);
  const [main] = quote.lines;
  const months = main?.tvDuration ?? main?.binding ?? 1;
  const { whole } = courseOf(quote, CATALOGUE);
  const device = quote.lines.find(({ kind }) => kind === "device");
  const count = devices.find(({ code }) => code === device?.code)?.instalments ?? 0;
  const box = main?.kind === "tVTariff" ? quoted({ ...record, type: "Tv Device", tv_device: ["STB1"] }).lines[1] : null;
  const shortest = main?.kind === "tVTariff" ? quoted({ ...record, tv_duration: shortestOf(main.code) }) : null;
  const rappen = [
    quote.monthly,
    quote.firstBill,
    quote.dueNow,
    billingAfter(months, quote, CATALOGUE),
    ...(whole ? [whole.total] : []),
    ...quote.lines.flatMap((line) => [line.monthly, line.firstBill, line.dueNow, line.price ?? 0, line.oldPrice ?? 0]),
    main?.recursivePriceBilling ?? 0,
    (device?.monthly ?? 0) * count,
    ...(box ? [box.monthly, box.firstBill, box.dueNow] : []),
    shortest?.monthly ?? 0,
  ];
  return new Set(rappen.map(amount));
}
const shortestOf = (code: string) =>
  Math.min(...(tvTariffs.find((each) => each.code === code)?.prices.map(({ duration }) => duration) ?? []));

/**
 * Returns the required amounts: the bill, the amounts due now and once, the bill afterwards and the total of the term.
 */
function required(record: CheckoutRecord): string[] {
  const quote = quoted(record);
  const [main] = quote.lines;
  const mobile = main?.kind === "mobileTariff";
  const months = (mobile ? main.binding : main?.tvDuration) ?? 1;
  const billed = quote.monthly > 0;
  return [
    ...(billed ? [quote.monthly] : []),
    quote.dueNow,
    ...(quote.firstBill > 0 ? [quote.firstBill] : []),
    ...(billed && months > 1 ? [billingAfter(months, quote, CATALOGUE)] : []),
    // Bound for 21 months, television never shows the total of a shorter time.
    ...(billed && months > 1
      ? [totalOver(mobile ? months : Math.max(months, TV_BINDING_MONTHS), quote, CATALOGUE)]
      : []),
  ].map(amount);
}

/**
 * Returns the amounts of a card, except for TV: price, regular price, price afterwards and activation; for a device the
 * instalments.
 */
function onCard(record: CheckoutRecord): string[] {
  const { lines, monthly, firstBill } = quoted(record);
  const [main, device] = lines;
  if (record.mobile) {
    const count = devices.find(({ code }) => code === record.mobile)?.instalments ?? 0;
    // The one-time parts, and their sum.
    const parts = lines.map((line) => line.firstBill).filter((part) => part > 0);
    return [device?.monthly ?? 0, (device?.monthly ?? 0) * count, firstBill, ...parts].map(amount);
  }
  const after = monthly > 0 ? [billingAfter(main?.binding ?? 1, quoted(record), CATALOGUE)] : [];
  return [
    main?.price ?? 0,
    ...(main?.oldPrice ? [main.oldPrice] : []),
    ...after,
    ...(firstBill ? [firstBill] : []),
  ].map(amount);
}

async function html(path: string): Promise<string> {
  const response = await fetch(shop.url + path);
  expect(response.status).toBe(200);
  return (await response.text()).replace(/<head>.*<\/head>|<script.*?<\/script>/gs, "");
}

/**
 * Returns the parts of a landing page that belong to the n-th term, and those of all terms, without the devices that
 * can be bought instead.
 */
function partsOf(page: string, index: number): string {
  const box = /<aside.*<\/aside>/s.exec(page)?.[0].replace(/<section.*<\/section>/s, "") ?? "";
  const start = `data-choice="term-${index}"`;
  return box
    .split(/(?=<(?:div|p|span) data-choice)/)
    .filter(
      (part) => !part.includes("data-choice=") || part.startsWith(`<div ${start}`) || part.startsWith(`<p ${start}`),
    )
    .join("");
}

describe.each(LOCALES.map((locale) => ({ locale })))("in $locale", ({ locale }) => {
  test.each(RECORDS)("the page %s shows the prices of %j", async (path, record) => {
    const page = await html(localePrefix(locale) + path);
    const index = RECORDS.filter(([other]) => other === path).findIndex(([, other]) => other === record);
    const shown = amountsIn(partsOf(page, index));
    expect(shown.filter((each) => !allowed(record).has(each))).toEqual([]);
    expect(required(record).filter((each) => !shown.includes(each))).toEqual([]);
  });

  test("each card of the home page shows the prices of its product", async () => {
    const cards = (await html(`${localePrefix(locale)}/`)).split("<article").slice(1);
    for (const [path, record] of ON_CARDS) {
      const card = cards.find((each) => each.includes(`href="${localePrefix(locale)}${path}"`))?.split("</article>")[0];
      const shown = amountsIn(card ?? "");
      expect([path, shown.filter((each) => !allowed(record).has(each))]).toEqual([path, []]);
      expect(new Set(shown)).toEqual(path.startsWith("/tv") ? expect.anything() : new Set(onCard(record)));
      expect(shown.length).toBeGreaterThan(0);
    }
  });
});

test.each(RECORDS.filter(([path]) => path !== "/device/EDELWEISS3"))(
  "the receipt of %s shows the prices of %j",
  async (_, record) => {
    const answer = await shop.shopper().choose(record);
    const quote = quoted(record);
    expect([answer.billing, answer.oneTime, answer.total]).toEqual(
      [quote.monthly, quote.firstBill, quote.dueNow].map((each) => each / 100),
    );
    const t = createTranslator({ locale: "de", messages: { checkout, common } }) as unknown as Parameters<
      typeof rowsOf
    >[1];
    const shown = rowsOf(answer, t).flatMap(({ price, notes }) => amountsIn([price, ...notes].join(" ")));
    expect(shown.filter((each) => !allowed(record).has(each))).toEqual([]);
    expect(shown.length).toBeGreaterThan(0);
  },
);
