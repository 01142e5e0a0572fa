import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import type { Rappen } from "#core/money/money.ts";
import { LATER, PROMOTION } from "../http/price-ids.ts";
import { withoutPeriods, withPeriod, type Days } from "#server/shop/catalogue/plan-period.ts";

/** A price that a system plans, by its id in TMF620. */
export type PricePlan = {
  /** The code of the good and the name of its price, such as `SMART60.182400001`. */
  readonly id: string;
  /** Including VAT; below zero for a promotion. */
  readonly rappen: Rappen;
  /** Months for which a promotion applies; undefined leaves them as they are, null is the binding. */
  readonly months?: number | null;
  readonly days: Days;
  /** The price applies on all days: periods in which it differs end. */
  readonly alone?: true;
};

/** Returns a catalogue with a planned price; null if it has no such price, or none that can differ on some days. */
export function withPrice(catalogue: Catalogue, plan: PricePlan): Catalogue | null {
  const { id, rappen, days } = plan;
  const [code = "", name = ""] = id.split(".");
  const { mobileTariffs, tvTariffs, devices, bundles, boxes } = catalogue;
  const tariff = byCode(mobileTariffs, code);
  if (tariff) return entryReplaced(catalogue, "mobileTariffs", tariff, mobileTariff(tariff, name, plan));
  if (id.endsWith(PROMOTION)) return null;
  const tv = byCode(tvTariffs, code);
  if (tv && id.endsWith(LATER) && !isAlways(days)) return null;
  if (tv) {
    const prices = oneReplaced(
      tv.prices,
      ({ duration }) => name === `months-${duration}`,
      (each) => (id.endsWith(LATER) ? { ...each, priceAfter: rappen } : planned(each, plan, () => ({ price: rappen }))),
    );
    return entryReplaced(catalogue, "tvTariffs", tv, prices && { ...tv, prices });
  }
  const device = byCode(devices, code);
  if (device && name === "copyrightLevy")
    return isAlways(days) ? entryReplaced(catalogue, "devices", device, { ...device, ura: rappen }) : null;
  if (device) {
    const amounts = name === "instalment" ? { instalment: rappen } : { downPayment: rappen };
    return entryReplaced(
      catalogue,
      "devices",
      device,
      planned(device, plan, () => amounts),
    );
  }
  const amounts = name === "monthly" ? { monthly: rappen } : { oneTime: rappen };
  const bundle = byCode(bundles, code);
  if (bundle)
    return entryReplaced(
      catalogue,
      "bundles",
      bundle,
      planned(bundle, plan, () => amounts),
    );
  const box = byCode(boxes, code);
  if (box)
    return entryReplaced(
      catalogue,
      "boxes",
      box,
      planned(box, plan, () => amounts),
    );
  const fee = FEES[code];
  return fee && isAlways(days) ? { ...catalogue, [fee]: rappen } : null;
}

/** Returns an entry with the planned amounts on the days of the plan. */
function planned<Entry extends { readonly periods?: readonly Days[] }>(
  entry: Entry,
  { days, alone }: PricePlan,
  change: (entry: Entry) => Partial<Entry>,
): Entry {
  return withPeriod(alone ? withoutPeriods(entry, Object.keys(change(entry))) : entry, days, change);
}

/** The prices of the catalogue that belong to no entry. */
const FEES: Readonly<Record<string, "insurance" | "postBillFee">> = { insurance: "insurance", postBill: "postBillFee" };

const isAlways = ({ from, until }: Days) => from === null && until === null;

type List = "mobileTariffs" | "tvTariffs" | "devices" | "bundles" | "boxes";

function entryReplaced<Name extends List>(
  catalogue: Catalogue,
  list: Name,
  old: Catalogue[Name][number],
  next: Catalogue[Name][number] | null,
): Catalogue | null {
  return next && { ...catalogue, [list]: catalogue[list].map((each) => (each === old ? next : each)) };
}

/** Returns a list with the matching entry replaced; null if none matches. */
function oneReplaced<Entry>(
  all: readonly Entry[],
  matches: (entry: Entry) => boolean,
  next: (entry: Entry) => Entry,
): readonly Entry[] | null {
  const at = all.findIndex(matches);
  return at < 0 ? null : all.map((each, index) => (index === at ? next(each) : each));
}

type Tariff = Catalogue["mobileTariffs"][number];
type TariffPrice = Tariff["prices"][number];

function mobileTariff(tariff: Tariff, name: string, plan: PricePlan): Tariff | null {
  const { rappen } = plan;
  const { activation } = tariff;
  if (name === "activation")
    return activation && { ...tariff, activation: planned(activation, plan, () => ({ amount: rappen })) };
  const change = plan.id.endsWith(PROMOTION) ? promoted(plan) : repriced(plan);
  const prices = oneReplaced(
    tariff.prices,
    ({ binding }) => name === binding || name === "prepaid",
    (each) => planned(each, plan, change),
  );
  return prices && { ...tariff, prices };
}

/** The regular price changes; a promotion stays as it is, because it is a price of its own. */
const repriced =
  ({ rappen }: PricePlan) =>
  ({ price, oldPrice, actionMonths = null }: TariffPrice) =>
    oldPrice === null
      ? { price: rappen, oldPrice, actionMonths }
      : { price: rappen + price - oldPrice, oldPrice: rappen, actionMonths };

/** The promotion changes, and the regular price stays; a promotion of zero ends. */
const promoted =
  ({ rappen, months }: PricePlan) =>
  ({ price, oldPrice, actionMonths = null }: TariffPrice) => {
    const regular = oldPrice ?? price;
    return rappen === 0
      ? { price: regular, oldPrice: null, actionMonths: null }
      : { price: regular + rappen, oldPrice: regular, actionMonths: months === undefined ? actionMonths : months };
  };
