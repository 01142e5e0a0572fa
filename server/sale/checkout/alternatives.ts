import { byCode, type Catalogue, type MobileTariff } from "#core/catalogue/catalogue.ts";
import { ALTERNATIVES, type Alternative } from "#core/catalogue/codes.ts";
import type { Rappen } from "#core/money/money.ts";
import {
  readRecord,
  type CheckedRecord,
  type CheckoutRecord,
  type MobileRecord,
} from "#core/checkout-record/record.ts";

/** An alternative to the chosen product, which one click changes to. */
export type Offer = { readonly kind: Alternative; readonly record: CheckoutRecord };

/**
 * Returns the alternatives to credit that the operator allows: those of the catalogue, or fewer if the solvency check
 * permits only some of them.
 */
export function allowedAlternatives(
  catalogue: Catalogue,
  accepts: readonly Alternative[] | null,
): readonly Alternative[] {
  const sold = catalogue.refusal?.alternatives ?? [];
  return ALTERNATIVES.filter((each) => sold.includes(each) && (accepts === null || accepts.includes(each)));
}

/**
 * Returns the alternatives that the chosen product already is. If one of them is allowed, the product is sold even to
 * shoppers who are refused credit.
 */
export function alternativesIn(record: CheckedRecord | null, catalogue: Catalogue): readonly Alternative[] {
  if (record?.family !== "mobile") return [];
  const is: Readonly<Record<Alternative, boolean>> = {
    prepaid: byCode(catalogue.mobileTariffs, record.tariff)?.kind === "prepaid",
    simOnly: byCode(catalogue.mobileTariffs, record.tariff)?.kind === "simOnly",
    deviceInFull: record.mobile !== null && record.deviceInFull,
    deposit: record.deposit,
  };
  return ALTERNATIVES.filter((each) => is[each]);
}

/**
 * Returns what a shopper who is refused credit for a product can buy instead. Every returned record is one that the
 * catalogue sells.
 */
export function alternativesTo(
  chosen: CheckoutRecord,
  catalogue: Catalogue,
  allowed: readonly Alternative[],
): readonly Offer[] {
  const read = readRecord(chosen, catalogue);
  if (!read.ok || read.checked.family !== "mobile") return [];
  const { checked } = read;
  return allowed.flatMap((kind) => {
    const record = BUILD[kind](chosen, checked, catalogue);
    return record ? [{ kind, record }] : [];
  });
}

type Build = (chosen: CheckoutRecord, checked: MobileRecord, catalogue: Catalogue) => CheckoutRecord | null;
const BUILD: Readonly<Record<Alternative, Build>> = {
  prepaid: (chosen, checked, catalogue) => ofSameSize("prepaid", chosen, checked, catalogue),
  simOnly: (chosen, checked, catalogue) => ofSameSize("simOnly", chosen, checked, catalogue),
  deviceInFull: (chosen, checked, catalogue) =>
    checked.mobile === null || checked.deviceInFull ? null : ifSold({ ...chosen, deviceInFull: true }, catalogue),
  deposit: (chosen, checked, catalogue) => (checked.deposit ? null : ifSold({ ...chosen, deposit: true }, catalogue)),
};

/**
 * Returns the tariff of a kind with the nearest price, if possible with the same add-ons. If two are equally near, the
 * cheaper one wins.
 */
function ofSameSize(
  kind: MobileTariff["kind"],
  { bundles = [] }: CheckoutRecord,
  checked: MobileRecord,
  catalogue: Catalogue,
): CheckoutRecord | null {
  const now = byCode(catalogue.mobileTariffs, checked.tariff);
  if (!now || now.kind === kind) return null;
  const price = regularPrice(now, checked.binding);
  const [nearest] = catalogue.mobileTariffs
    .filter((tariff) => tariff.kind === kind)
    .map((tariff) => ({ tariff, price: regularPrice(tariff) }))
    .toSorted((one, other) => Math.abs(one.price - price) - Math.abs(other.price - price) || one.price - other.price);
  if (!nearest) return null;
  const plain: CheckoutRecord = { type: "Tariff", tariff: nearest.tariff.code };
  return (bundles.length > 0 && ifSold({ ...plain, bundles }, catalogue)) || ifSold(plain, catalogue);
}

/** Returns the monthly price in Rappen after any promotion, for this binding or else the tariff's first one. */
function regularPrice({ prices }: MobileTariff, binding?: string): Rappen {
  const { price, oldPrice } = prices.find((each) => each.binding === binding) ??
    prices[0] ?? { price: 0, oldPrice: null };
  return oldPrice ?? price;
}

const ifSold = (record: CheckoutRecord, catalogue: Catalogue): CheckoutRecord | null =>
  readRecord(record, catalogue).ok ? record : null;
