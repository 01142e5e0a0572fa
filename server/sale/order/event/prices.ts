import { toChf, type Chf, type Rappen } from "#core/money/money.ts";
import type { Settlement } from "#core/price/settlement.ts";
import { withoutVat } from "#core/price/vat.ts";

/** An amount in an event, including VAT, in Rappen. */
type Amount = {
  /** `monthly`, `onFirstBill` or `paidNow`. */
  readonly name: string;
  /** What the amount is for, if a line has several amounts with the same name. */
  readonly description?: string | undefined;
  readonly rappen: Rappen;
  readonly vatPercent: number;
  readonly priceAlteration?: readonly object[];
};

/** Returns the name of the amount due at the checkout; a business customer pays it with the first bill. */
export const nameOfTotal = (settlement: Settlement) => (settlement === "onBill" ? "onFirstBill" : "paidNow");

/** Returns amounts as TMF622 OrderPrices, without amounts of 0. */
export function orderPrices(amounts: readonly Amount[]): object[] {
  return amounts
    .filter(({ rappen }) => rappen !== 0)
    .map(({ name, description, rappen, vatPercent, priceAlteration }) => ({
      "@type": "OrderPrice",
      name,
      ...(description !== undefined && { description }),
      ...(name === "monthly" ? { priceType: "recurring", recurringChargePeriod: "month" } : { priceType: "oneTime" }),
      price: {
        "@type": "Price",
        taxRate: vatPercent,
        dutyFreeAmount: chf(withoutVat(rappen, vatPercent)),
        taxIncludedAmount: chf(rappen),
      },
      ...(priceAlteration && { priceAlteration }),
    }));
}

/**
 * Returns the totals of an order by name: the sums of the net and gross amounts, with the highest VAT rate among them.
 */
export function totalPrices(amounts: readonly Amount[]): object[] {
  const names = [...new Set(amounts.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = amounts.filter((amount) => amount.name === name);
    const gross = own.reduce((sum, { rappen }) => sum + rappen, 0);
    const net = own.reduce((sum, { rappen, vatPercent }) => sum + withoutVat(rappen, vatPercent), 0);
    if (gross === 0) return [];
    // Exempt amounts have a rate of 0, so this is the rate of the others.
    const taxRate = Math.max(...own.filter(({ rappen }) => rappen !== 0).map(({ vatPercent }) => vatPercent));
    return {
      "@type": "OrderPrice",
      name,
      ...(name === "monthly" ? { priceType: "recurring", recurringChargePeriod: "month" } : { priceType: "oneTime" }),
      price: {
        "@type": "Price",
        taxRate,
        dutyFreeAmount: chf(net),
        taxIncludedAmount: chf(gross),
      },
    };
  });
}

const chf = (rappen: Rappen): { readonly unit: "CHF"; readonly value: Chf } => ({ unit: "CHF", value: toChf(rappen) });

export type { Amount };
