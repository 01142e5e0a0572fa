import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import { takesEsim } from "#core/checkout-record/sim-type.ts";
import { inChf, type Rappen } from "#core/money/money.ts";
import { promisedDays } from "#core/order/after-order.ts";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { Day } from "#core/time/dates.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { quoted } from "#server/shop/catalogue/costs.ts";
import type { Stock } from "#server/shop/stock/queries.ts";
import type { Goods, Variant } from "./goods.ts";
import { telecomPrices, type TelecomPrices } from "./telecom-prices.ts";

/** The only currency of the shop (ISO 4217). */
export const CURRENCY = "CHF";

/** What products are shown from, and in which language. */
export type Window = {
  readonly catalogue: Catalogue;
  readonly stock: Stock;
  readonly today: Day;
  /** Whether the shop sells eSIMs. */
  readonly sellsEsims: boolean;
  readonly publicUrl: string;
  readonly locale: Locale;
};

const price = (amount: Rappen) => ({ amount, currency: CURRENCY });

/** A product as UCP's `product.json` has it, with the variants in this order. */
export type Product = ReturnType<typeof productOf>;
export type ProductVariant = ReturnType<typeof variantOf>;

export function productOf(goods: Goods, variants: readonly Variant[], window: Window) {
  const { locale, publicUrl } = window;
  const all = goods.variants.map((variant) => variantOf(goods, variant, window));
  const amounts = all.map((variant) => variant.price.amount);
  return {
    id: goods.id,
    handle: goods.code,
    title: goods.name,
    description: { plain: descriptionOf(goods, locale) },
    url: `${publicUrl}${localePrefix(locale)}/${goods.kind}/${encodeURIComponent(goods.code)}`,
    categories: categoriesOf(goods).map((value) => ({ value, taxonomy: "merchant" })),
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    options: [{ name: optionName(goods, locale), values: goods.variants.map((each) => optionValue(each, locale)) }],
    variants: variants.flatMap(({ id }) => all.filter((each) => each.id === id)),
  };
}

function variantOf(goods: Goods, { id, record, choice }: Variant, window: Window) {
  const { catalogue, stock, today, locale } = window;
  const quote = quoted(record, catalogue);
  const device = byCode(catalogue.devices, record.mobile);
  const pieces = device?.stock === null || !device ? null : (stock.get(device.code) ?? 0);
  const available = pieces === null || pieces > 0;
  const option = optionValue({ id, record, choice }, locale);
  const isSent = quote.lines.some(({ kind }) => kind !== "tVTariff" && kind !== "bundle");
  return {
    id,
    title: `${goods.name}, ${option.label}`,
    description: { plain: descriptionOf(goods, locale) },
    price: price(quote.dueNow),
    availability: { available, status: available ? "in_stock" : "out_of_stock" },
    options: [{ name: optionName(goods, locale), ...option }],
    telecom: {
      prices: telecomPrices(quote, catalogue),
      /** The day on which post would arrive, if it were ordered today. */
      delivery: isSent ? promisedDays(today).post : null,
      esim: goods.kind !== "tv" && window.sellsEsims && takesEsim(catalogue, record.mobile),
    },
  };
}

/** UCP shows a product's text; the shop has features for tariffs and one line for devices. */
function descriptionOf(goods: Goods, locale: Locale): string {
  if (goods.kind === "device") return goods.entry.summary[locale];
  return goods.entry.features.map(({ text }) => text[locale]).join(". ") || goods.name;
}

/** The categories that a search can filter by. */
export type Category = "mobile" | "postpaid" | "simOnly" | "prepaid" | "tv" | "tvPrepaid" | "device";

export function categoriesOf(goods: Goods): readonly Category[] {
  if (goods.kind === "mobile") return ["mobile", goods.entry.kind];
  if (goods.kind === "tv") return goods.entry.postpaid ? ["tv"] : ["tv", "tvPrepaid"];
  return ["device"];
}

const optionName = ({ variants: [{ choice }] }: Goods, locale: Locale) => serverText(locale, `agents.${choice.name}`);

function optionValue({ choice }: Variant, locale: Locale): { readonly id: string; readonly label: string } {
  if (choice.name === "tariff") return { id: choice.code, label: choice.label };
  const { code: id, months } = choice;
  return { id, label: serverText(locale, months === 1 ? "agents.monthlyTerm" : "agents.months", { months }) };
}

/**
 * Returns what is paid after the checkout, as sentences. UCP's amounts are only what is due now, so platforms have to
 * show these beside them (checkout, "Warning Presentation").
 */
export function laterCosts(name: string, prices: TelecomPrices, locale: Locale): readonly string[] {
  const { monthly, first_bill: firstBill, total, later, minimum_term_months: minimum } = prices;
  if (monthly === 0 && firstBill === 0) return [];
  const values = { name, monthly: inChf(monthly) };
  const recurring =
    total === null
      ? serverText(locale, "agents.monthly", values)
      : serverText(locale, "agents.monthlyOver", { ...values, months: total.months, total: inChf(total.amount) });
  return [
    ...(monthly > 0 ? [recurring] : []),
    ...(later
      ? [serverText(locale, "agents.later", { name, months: later.after_months, monthly: inChf(later.monthly) })]
      : []),
    ...(minimum !== null && minimum > 1 ? [serverText(locale, "agents.minimumTerm", { name, months: minimum })] : []),
    ...(firstBill > 0 ? [serverText(locale, "agents.onBill", { name, amount: inChf(firstBill) })] : []),
  ];
}
