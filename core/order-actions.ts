/** What people do to an order, as its record names it. */
export type OrderAction =
  | "released"
  | "cancelled"
  | "refunded"
  | "refundAsked"
  | "refundRejected"
  | "refundRetried"
  | "resent"
  | "mailed"
  | "addressCorrected"
  | "esimRetried"
  | "esimCancelled"
  | "transferReported";
