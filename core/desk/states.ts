import type { OrderState } from "#core/order-states.ts";

/** What an order is to the people at the desk. */
export type DeskState =
  | "new"
  | "onHold"
  | "awaitingPayment"
  | "handoverFailed"
  | "handedOver"
  | "cancelled"
  | "refunding"
  | "refunded";

/** The filters of the list. */
export const DESK_FILTERS = ["all", "new", "onHold", "awaitingPayment", "handoverFailed", "cancelled"] as const;
export type DeskFilter = (typeof DESK_FILTERS)[number];

/** Of which time the list has orders: so many days of Switzerland with today, or all. */
export const DESK_PERIODS = { day: 1, week: 7, month: 30, all: null } as const;
export type DeskPeriod = keyof typeof DESK_PERIODS;

export type StateFacts = {
  readonly status: OrderState;
  /** `none`: nothing is to be handed over. */
  readonly handover: "done" | "waiting" | "failed" | "none";
  readonly refund: "none" | "waiting" | "givenUp" | "done";
};

/** What an order is, by its status, its hand-over, and its money. */
export function deskStateOf({ status, handover, refund }: StateFacts): DeskState {
  if (handover === "failed") return "handoverFailed";
  if (status === "cancelled") return refund === "done" ? "refunded" : refund === "none" ? "cancelled" : "refunding";
  if (status === "placed") return handover === "done" ? "handedOver" : "new";
  return status;
}
