import type { TransferState } from "./transfer-states.ts";

/** What mails and texts about an order say, as its record names them, beside those about the transfer of its number. */
export const ORDER_MESSAGES = [
  "placed",
  "onHold",
  "awaitingPayment",
  "cancelled",
  "inProgress",
  "completed",
  "failed",
  "esimReady",
  "esimFailed",
  "refund",
] as const;
export type OrderMessage = (typeof ORDER_MESSAGES)[number] | `transfer ${TransferState}`;
