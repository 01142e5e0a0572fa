import { francs, fromChf } from "#core/money.ts";

/** An amount of the wire, in CHF, as shops print it: `CHF 29.–`. */
export function chf(amount: number): string {
  return `CHF ${francs(fromChf(amount))}`;
}

/** An amount in euro: the prices of the TV bonus (specification 9). */
export function eur(amount: number): string {
  return `€ ${francs(fromChf(amount))}`;
}

/** The credit limit in whole CHF, as specification 9 writes it. */
export function limitText(limit: number): string {
  return `CHF ${limit}.-`;
}

/** Action price against list price, in whole percent. */
export function percentOff(price: number, oldPrice: number): number {
  return Math.round((1 - price / oldPrice) * 100);
}
