/** What people do to an order, as its record names it. */
export const ORDER_ACTIONS = [
  "released",
  "cancelled",
  "refunded",
  "refundAsked",
  "refundRejected",
  "refundRetried",
  "resent",
  "mailed",
  "addressCorrected",
  "esimRetried",
  "esimCancelled",
  "transferReported",
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];
