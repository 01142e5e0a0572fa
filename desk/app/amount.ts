import { francs, fromChf } from "#core/money.ts";

/** An amount of the wire without its currency: `78.30`, `20.–`. */
export const amount = (chf: number): string => francs(fromChf(chf));

/** The same in a column of amounts, where a dash stands for none. */
export const amountOrDash = (chf: number): string => (chf === 0 ? "–" : amount(chf));

const isWholeRappen = (chf: number) => Math.abs(Math.round(chf * 100) - chf * 100) < 1e-6;

/** An amount that somebody is typing; unchanged while it is not a whole number of Rappen. */
export const typedAmount = (chf: number): string => (isWholeRappen(chf) ? amount(chf) : String(chf));

/** The same in the field in which it is typed: without signs between thousands. */
export const amountInField = (chf: number): string =>
  isWholeRappen(chf) ? chf.toFixed(2).replace(/\.00$/, ".–") : String(chf);
