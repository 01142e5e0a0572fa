import type * as v from "valibot";
import type { ProductAnswer, ProductCard } from "#contract/schemas/shop-window.ts";
import {
  byCode,
  type Catalogue,
  type Device,
  type Feature,
  type MobileTariff,
  type TvTariff,
} from "#core/catalogue/catalogue.ts";
import { BINDING, BINDING_MONTHS } from "#core/catalogue/codes.ts";
import { promisedDays } from "#core/order/after-order.ts";
import type { Day } from "#core/time/dates.ts";
import type { Locale } from "#core/text/locale.ts";
import { toChf } from "#core/money/money.ts";
import type { Stock } from "#server/shop/stock/queries.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { boxOf, costsOf, instalmentsOf, quoted, shortestOf } from "./costs.ts";

export type Card = v.InferOutput<typeof ProductCard>;
export type Product = v.InferOutput<typeof ProductAnswer>;

/** Returns all products of the shop window, in catalogue order. */
export function shopWindow(catalogue: Catalogue, stock: Stock, locale: Locale): Card[] {
  return [
    ...catalogue.mobileTariffs.map((tariff) => mobileCard(tariff, catalogue, locale)),
    ...catalogue.tvTariffs.map((tariff) => tvCard(tariff, catalogue, locale)),
    ...catalogue.devices.map((device) => deviceCard(device, { catalogue, stock }, locale)),
  ];
}

/** Returns whether a product exists and has a landing page. */
export function sells({ mobileTariffs, tvTariffs, devices }: Catalogue, kind: string, code: string): boolean {
  const lists: Readonly<Record<string, readonly { readonly code: string }[]>> = {
    mobile: mobileTariffs,
    tv: tvTariffs,
    device: devices,
  };
  return byCode(lists[kind] ?? [], code) !== undefined;
}

/** The catalogue, the stock, and the day from which delivery times are counted. */
type Window = { readonly catalogue: Catalogue; readonly stock: Stock; readonly today: Day };

/** Returns the landing page of a product; null if the product does not exist. */
export function productPage(
  { kind, code }: { readonly kind: string; readonly code: string },
  window: Window,
  locale: Locale,
): Product | null {
  const { catalogue } = window;
  if (kind === "mobile") return mobileProduct(byCode(catalogue.mobileTariffs, code), window, locale);
  if (kind === "tv") return tvProduct(byCode(catalogue.tvTariffs, code), window, locale);
  return kind === "device" ? deviceProduct(byCode(catalogue.devices, code), window, locale) : null;
}

export function features(list: readonly Feature[], locale: Locale): { icon: Feature["icon"]; name: string }[] {
  return list.map((feature) => ({ icon: feature.icon, name: feature.text[locale] }));
}

const mobileRecord = (tariff: MobileTariff): CheckoutRecord => ({
  type: "Tariff",
  tariff: tariff.code,
  ...bindingOf(tariff),
});
const tvRecord = (tariff: TvTariff): CheckoutRecord => ({ type: "TV Tariff", tv_tariff: tariff.code });
const deviceRecord = (device: Device): CheckoutRecord => ({
  type: "Tariff",
  tariff: device.defaultTariff,
  mobile: device.code,
  binding: BINDING.long,
});

function bindingOf(tariff: MobileTariff): { binding?: string } {
  const first = tariff.prices[0];
  return first ? { binding: first.binding } : {};
}

const CARD = {
  features: [],
  summary: "",
  oldPrice: null,
  instalments: null,
  shortest: null,
  box: null,
  onStock: true,
  art: "",
  externalCheckoutUrl: null,
};

function mobileCard(tariff: MobileTariff, catalogue: Catalogue, locale: Locale): Card {
  const quote = quoted(mobileRecord(tariff), catalogue);
  const line = quote.lines[0];
  return {
    ...CARD,
    kind: "mobile",
    code: tariff.code,
    name: tariff.name,
    group: tariff.kind,
    features: features(tariff.features, locale),
    price: toChf(line?.price ?? 0),
    oldPrice: line?.oldPrice ? toChf(line.oldPrice) : null,
    ...costsOf(quote, catalogue),
  };
}

function tvCard(tariff: TvTariff, catalogue: Catalogue, locale: Locale): Card {
  const quote = quoted(tvRecord(tariff), catalogue);
  return {
    ...CARD,
    kind: "tv",
    code: tariff.code,
    name: tariff.name,
    group: tariff.postpaid ? "tv" : "tvPrepaid",
    features: features(tariff.features, locale),
    price: toChf(quote.lines[0]?.recursivePriceBilling ?? 0),
    ...costsOf(quote, catalogue),
    shortest: shortestOf(tariff),
    box: boxOf(tariff, catalogue),
  };
}

function deviceCard(device: Device, { catalogue, stock }: Omit<Window, "today">, locale: Locale): Card {
  return {
    ...CARD,
    kind: "device",
    code: device.code,
    name: device.name,
    group: "device",
    summary: device.summary[locale],
    price: toChf(device.instalment),
    ...costsOf(quoted(deviceRecord(device), catalogue), catalogue),
    instalments: instalmentsOf(device),
    onStock: device.stock === null || (stock.get(device.code) ?? 0) > 0,
    art: device.art,
    externalCheckoutUrl: device.externalCheckoutUrl,
  };
}

const PRODUCT = {
  actionText: "",
  additionalActionText: "",
  hasTvBonus: false,
  tvBonusMonths: 0,
  boxes: [],
  details: [],
  tariff: null,
  delivery: null,
};

function mobileProduct(tariff: MobileTariff | undefined, { catalogue, today }: Window, locale: Locale): Product | null {
  if (!tariff) return null;
  const record = mobileRecord(tariff);
  const quote = quoted(record, catalogue);
  return {
    ...PRODUCT,
    ...mobileCard(tariff, catalogue, locale),
    actionText: quote.action ? (tariff.actionText?.[locale] ?? "") : "",
    additionalActionText: quote.action ? (tariff.additionalActionText?.[locale] ?? "") : "",
    terms: tariff.prices.map((price) => ({
      code: price.binding,
      months: BINDING_MONTHS[price.binding],
      price: toChf(price.price),
      oldPrice: price.oldPrice === null ? null : toChf(price.oldPrice),
      ...costsOf(quoted({ ...record, binding: price.binding }, catalogue), catalogue),
    })),
    hasTvBonus: tariff.bonusTv.length > 0,
    tvBonusMonths: Math.max(0, ...tariff.bonusTv.map(({ duration }) => duration)),
    delivery: promisedDays(today).post,
    record,
  };
}

function tvProduct(tariff: TvTariff | undefined, { catalogue, today }: Window, locale: Locale): Product | null {
  if (!tariff) return null;
  const record = tvRecord(tariff);
  const card = tvCard(tariff, catalogue, locale);
  return {
    ...PRODUCT,
    ...card,
    terms: tariff.prices.map((price) => ({
      code: String(price.duration),
      months: price.duration,
      price: toChf(tariff.postpaid ? price.price : Math.round(price.price / price.duration)),
      oldPrice: null,
      ...costsOf(quoted({ ...record, tv_duration: price.duration }, catalogue), catalogue),
    })),
    boxes: catalogue.boxes.map((box) => ({
      code: box.code,
      name: box.name[locale],
      price: toChf(box.monthly),
      oneTime: toChf(box.oneTime),
    })),
    delivery: card.box?.included ? promisedDays(today).post : null,
    record,
  };
}

function deviceProduct(device: Device | undefined, window: Window, locale: Locale): Product | null {
  const { catalogue, today } = window;
  const tariff = byCode(catalogue.mobileTariffs, device?.defaultTariff);
  if (!device || !tariff) return null;
  const card = deviceCard(device, window, locale);
  const costs = costsOf(quoted(deviceRecord(device), catalogue), catalogue);
  return {
    ...PRODUCT,
    ...card,
    terms: [{ code: BINDING.long, months: device.instalments, price: card.price, oldPrice: null, ...costs }],
    details: Object.entries(device.details).map(([key, value]) => ({
      key,
      value: typeof value === "string" ? value : value[locale],
    })),
    tariff: mobileCard(tariff, catalogue, locale),
    delivery: device.externalCheckoutUrl === null ? promisedDays(today).post : null,
    record: deviceRecord(device),
  };
}
