import { byCode, type Catalogue, type MobileTariff } from "#core/catalogue/catalogue.ts";
import { ALTERNATIVES, type Alternative } from "#core/catalogue/codes.ts";
import type { Rappen } from "#core/money/money.ts";
import { readRecord, type CheckedRecord, type CheckoutRecord, type MobileRecord } from "#core/record/record.ts";

/** An alternative to a record: the record that one press changes it to. */
export type Offer = { readonly kind: Alternative; readonly record: CheckoutRecord };

/**
 * The alternatives that the operator has: those of the catalogue, fewer if its solvency check allows only some of
 * them.
 */
export function allowedAlternatives(
  catalogue: Catalogue,
  accepts: readonly Alternative[] | null,
): readonly Alternative[] {
  const sold = catalogue.refusal?.alternatives ?? [];
  return ALTERNATIVES.filter((each) => sold.includes(each) && (accepts === null || accepts.includes(each)));
}

/** Which of the alternatives a record is; it is sold to a shopper who is refused credit if one of them is allowed. */
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

/** What a shopper who is refused credit for a record may buy instead, each of which the catalogue sells as it is. */
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

/** The tariff of a kind whose price is nearest, with the same add-ons if it can have them; the cheaper of two. */
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

/** Rappen a month after any promotion: of a binding, or of the tariff's first one. */
function regularPrice({ prices }: MobileTariff, binding?: string): Rappen {
  const { price, oldPrice } = prices.find((each) => each.binding === binding) ??
    prices[0] ?? { price: 0, oldPrice: null };
  return oldPrice ?? price;
}

const ifSold = (record: CheckoutRecord, catalogue: Catalogue): CheckoutRecord | null =>
  readRecord(record, catalogue).ok ? record : null;
