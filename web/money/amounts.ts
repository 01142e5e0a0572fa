import { francs, fromChf, inChf } from "#core/money.ts";

/** Formats an amount of the wire, in CHF: `CHF 29.–`. */
export function chf(amount: number): string {
  return inChf(fromChf(amount));
}

/** Formats an amount in euros, for the prices of the TV bonus (specification 9). */
export function eur(amount: number): string {
  return `€\u00a0${francs(fromChf(amount))}`;
}

/** The discount of an action price against the list price, in whole percent. */
export function percentOff(price: number, oldPrice: number): number {
  return Math.round((1 - price / oldPrice) * 100);
}
