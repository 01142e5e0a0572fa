import { francs, fromChf, inChf, type Chf } from "#core/money/money.ts";

/** Formats a CHF amount from the wire: `CHF 29.–`. */
export function chf(amount: Chf): string {
  return inChf(fromChf(amount));
}

/** Formats an amount in euros, for TV bonus prices (specification 9). */
export function eur(amount: Chf): string {
  return `€\u00a0${francs(fromChf(amount))}`;
}

/** Returns the discount of a promotional price against the list price, in whole percent. */
export function percentOff(price: Chf, oldPrice: Chf): number {
  return Math.round((1 - fromChf(price) / fromChf(oldPrice)) * 100);
}
