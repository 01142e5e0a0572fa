import { francs, fromChf } from "#core/money.ts";

/** Formats an amount of the wire, in CHF: `CHF 29.–`. */
export function chf(amount: number): string {
  return `CHF ${francs(fromChf(amount))}`;
}

/** Formats an amount in euros, for the prices of the TV bonus (specification 9). */
export function eur(amount: number): string {
  return `€ ${francs(fromChf(amount))}`;
}

/** Formats the credit limit, in whole CHF (specification 9). */
export function limitText(limit: number): string {
  return `CHF ${limit}.-`;
}

/** The discount of an action price against the list price, in whole percent. */
export function percentOff(price: number, oldPrice: number): number {
  return Math.round((1 - price / oldPrice) * 100);
}
