/** What becomes of the amount that is due at the checkout, `total`. The labels of that amount everywhere are texts of these. */
export const SETTLEMENTS = ["nothing", "paid", "due", "onBill"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/**
 * `paid`: at the checkout or by the link. `onBill`: a business customer pays nothing at the checkout (specification 6). `due`: to be paid
 * at the checkout, or not paid yet.
 */
export function settlementOf(of: {
  readonly total: number;
  readonly paid: boolean;
  readonly business: boolean;
}): Settlement {
  if (of.total === 0) return "nothing";
  if (of.paid) return "paid";
  return of.business ? "onBill" : "due";
}
