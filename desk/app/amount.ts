import { francs, fromChf, type Chf, isWholeRappen } from "#core/money/money.ts";

/** An amount of the wire without its currency: `78.30`, `20.–`. */
export const amount = (chf: Chf): string => francs(fromChf(chf));

/** The same in a column of amounts, where a dash stands for none. */
export const amountOrDash = (chf: Chf): string => (fromChf(chf) === 0 ? "–" : amount(chf));

/** An amount that somebody is typing; unchanged while it is not a whole number of Rappen. */
export const typedAmount = (chf: number): string => (isWholeRappen(chf) ? francs(fromChf(chf)) : String(chf));

/** The same in the field in which it is typed: without signs between thousands. */
export const amountInField = (chf: number): string =>
  isWholeRappen(chf) ? chf.toFixed(2).replace(/\.00$/, ".–") : String(chf);
