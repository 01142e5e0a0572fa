/** Endings of the ids of prices that belong to another price: a discount on it, and the price that follows it. */
export const PROMOTION = ".promotion";
export const LATER = ".after";
