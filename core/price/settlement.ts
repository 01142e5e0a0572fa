/** How the amount due at the checkout, `total`, is settled. The labels of that amount depend on this. */
export const SETTLEMENTS = ["nothing", "paid", "due", "onBill", "refunded", "cancelled"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/**
 * Returns the settlement. `paid`: at the checkout or through the link. `onBill`: a business customer pays nothing at
 * the checkout (specification 6). `due`: to be paid at the checkout, or not paid yet. `refunded`, `cancelled`: the
 * order is cancelled, and its payment has gone back (`isBack`) or there was none. A cancelled order stays `paid` until
 * the money has gone back.
 */
export function settlementOf(of: {
  readonly total: number;
  readonly paid: boolean;
  readonly business: boolean;
  readonly cancelled?: boolean;
  readonly isBack?: boolean;
}): Settlement {
  if (of.total === 0) return "nothing";
  if (of.cancelled && !of.paid) return "cancelled";
  if (of.cancelled && of.isBack) return "refunded";
  if (of.paid) return "paid";
  return of.business ? "onBill" : "due";
}

/**
 * Returns whether an order is billed: a contract is billed every month, and a business customer for what was due at the
 * checkout.
 */
export function isBilled(of: { readonly postpaid: boolean; readonly settlement: Settlement }): boolean {
  return of.postpaid || of.settlement === "onBill";
}
