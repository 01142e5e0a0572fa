import type { DeskPermit } from "./roles.ts";

/** What waits for somebody, in the order of the page, and who may see to it. */
export const WAITING = {
  held: "decideOrders",
  refundToConfirm: "confirmRefund",
  paidWithoutOrder: "refund",
  refundFailed: "refund",
  esimFailed: "decideOrders",
  jobGivenUp: "decideOrders",
  unpaid: "seeOrders",
  stockHeld: "seeOrders",
} as const satisfies Record<string, DeskPermit>;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = Object.keys(WAITING) as readonly WaitingKind[];
