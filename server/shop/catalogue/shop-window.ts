import type * as v from "valibot";
import type { ProductAnswer, ProductCard } from "#contract/schemas/shop.ts";
import {
  byCode,
  type Catalogue,
  type Device,
  type Feature,
  type MobileTariff,
  type TvTariff,
} from "#core/catalogue.ts";
import { BINDING, BINDING_MONTHS } from "#core/codes.ts";
import type { Locale } from "#core/locale.ts";
import { toChf } from "#core/money.ts";
import { quoteFor, type Quote } from "#core/pricing.ts";
import type { CheckoutRecord } from "#core/record.ts";

export type Card = v.InferOutput<typeof ProductCard>;
export type Product = v.InferOutput<typeof ProductAnswer>;

/** Available pieces by article; articles without counted stock are absent. */
export type Stock = ReadonlyMap<string, number>;

/** All products of the shop window, in catalogue order. */
export function shopWindow(catalogue: Catalogue, stock: Stock, locale: Locale): Card[] {
  return [
    ...catalogue.mobileTariffs.map((tariff) => mobileCard(tariff, catalogue, locale)),
    ...catalogue.tvTariffs.map((tariff) => tvCard(tariff, catalogue, locale)),
    ...catalogue.devices.map((device) => deviceCard(device, stock, locale)),
  ];
}

/** Whether a product exists, and so has a landing page. */
export function sells({ mobileTariffs, tvTariffs, devices }: Catalogue, kind: string, code: string): boolean {
  const lists: Readonly<Record<string, readonly { readonly code: string }[]>> = {
    mobile: mobileTariffs,
    tv: tvTariffs,
    device: devices,
  };
  return byCode(lists[kind] ?? [], code) !== undefined;
}

/** The landing page of a product; null if the product does not exist. */
export function productPage(
  kind: string,
  code: string,
  catalogue: Catalogue,
  stock: Stock,
  locale: Locale,
): Product | null {
  if (kind === "mobile") return mobileProduct(byCode(catalogue.mobileTariffs, code), catalogue, locale);
  if (kind === "tv") return tvProduct(byCode(catalogue.tvTariffs, code), catalogue, locale);
  return kind === "device" ? deviceProduct(byCode(catalogue.devices, code), catalogue, stock, locale) : null;
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

function quoted(record: CheckoutRecord, catalogue: Catalogue): Quote {
  const quote = quoteFor(record, catalogue);
  if (!quote) throw new Error(`The catalogue does not sell ${JSON.stringify(record)}`);
  return quote;
}

const CARD = {
  features: [],
  summary: "",
  oldPrice: null,
  priceNow: 0,
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
    priceNow: toChf(quote.total),
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
    priceNow: toChf(quote.total),
  };
}

function deviceCard(device: Device, stock: Stock, locale: Locale): Card {
  return {
    ...CARD,
    kind: "device",
    code: device.code,
    name: device.name,
    group: "device",
    summary: device.summary[locale],
    price: toChf(device.instalment),
    priceNow: toChf(device.downPayment),
    onStock: device.stock === null || (stock.get(device.code) ?? 0) > 0,
    art: device.art,
    externalCheckoutUrl: device.externalCheckoutUrl,
  };
}

const PRODUCT = { actionText: "", additionalActionText: "", hasTvBonus: false, boxes: [], details: [], tariff: null };

function mobileProduct(tariff: MobileTariff | undefined, catalogue: Catalogue, locale: Locale): Product | null {
  if (!tariff) return null;
  const quote = quoted(mobileRecord(tariff), catalogue);
  return {
    ...PRODUCT,
    ...mobileCard(tariff, catalogue, locale),
    oneTime: toChf(quote.oneTime),
    actionText: quote.action ? (tariff.actionText?.[locale] ?? "") : "",
    additionalActionText: quote.action ? (tariff.additionalActionText?.[locale] ?? "") : "",
    terms: tariff.prices.map((price) => ({
      code: price.binding,
      months: BINDING_MONTHS[price.binding],
      price: toChf(price.price),
      oldPrice: price.oldPrice === null ? null : toChf(price.oldPrice),
    })),
    hasTvBonus: tariff.bonusTv.length > 0,
    record: mobileRecord(tariff),
  };
}

function tvProduct(tariff: TvTariff | undefined, catalogue: Catalogue, locale: Locale): Product | null {
  if (!tariff) return null;
  const quote = quoted(tvRecord(tariff), catalogue);
  return {
    ...PRODUCT,
    ...tvCard(tariff, catalogue, locale),
    oneTime: toChf(quote.oneTime),
    terms: tariff.prices.map((price) => ({
      code: String(price.duration),
      months: price.duration,
      price: toChf(tariff.postpaid ? price.price : Math.round(price.price / price.duration)),
      oldPrice: null,
    })),
    boxes: catalogue.boxes.map((box) => ({
      code: box.code,
      name: box.name[locale],
      price: toChf(box.monthly),
      oneTime: toChf(box.oneTime),
    })),
    record: tvRecord(tariff),
  };
}

function deviceProduct(device: Device | undefined, catalogue: Catalogue, stock: Stock, locale: Locale): Product | null {
  const tariff = byCode(catalogue.mobileTariffs, device?.defaultTariff);
  if (!device || !tariff) return null;
  const quote = quoted(deviceRecord(device), catalogue);
  return {
    ...PRODUCT,
    ...deviceCard(device, stock, locale),
    oneTime: toChf(quote.oneTime),
    terms: [{ code: BINDING.long, months: device.instalments, price: toChf(device.instalment), oldPrice: null }],
    details: Object.entries(device.details).map(([key, value]) => ({ key, value })),
    tariff: mobileCard(tariff, catalogue, locale),
    record: deviceRecord(device),
  };
}
