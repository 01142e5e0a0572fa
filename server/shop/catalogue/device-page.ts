import type { DevicePlan } from "#contract/page.ts";
import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import { BINDING } from "#core/catalogue/codes.ts";
import { fromChf } from "#core/money/money.ts";
import { costsOf, quoted } from "./costs.ts";
import type { Card, Product } from "./shop-window.ts";

/** The number of other devices that the page of a sold-out one offers. */
const INSTEAD = 2;

/** Returns the plans with which a device is sold here, in catalogue order; empty for another product or a partner's. */
export function devicePlans(device: Product, catalogue: Catalogue, cards: readonly Card[]): readonly DevicePlan[] {
  const [term] = device.terms;
  if (device.kind !== "device" || device.externalCheckoutUrl !== null || !term) return [];
  return cards.flatMap((tariff): DevicePlan[] => {
    const prices = tariff.kind === "mobile" ? byCode(catalogue.mobileTariffs, tariff.code)?.prices : [];
    if (tariff.group !== "postpaid" || !prices?.some(({ binding }) => binding === BINDING.long)) return [];
    const record = { type: "Tariff", tariff: tariff.code, mobile: device.code, binding: BINDING.long } as const;
    return [{ tariff, record, term: { ...term, ...costsOf(quoted(record, catalogue), catalogue) } }];
  });
}

/** Returns devices in stock of about the same price; empty if the product itself can be bought. */
export function insteadOf(product: Product, cards: readonly Card[]): readonly Card[] {
  if (product.onStock) return [];
  const distance = ({ price }: Card) => Math.abs(fromChf(price) - fromChf(product.price));
  return cards
    .filter(({ kind, onStock, externalCheckoutUrl }) => kind === "device" && onStock && externalCheckoutUrl === null)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, INSTEAD);
}
