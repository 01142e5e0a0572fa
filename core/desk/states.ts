import type { OrderState } from "#core/order/order-states.ts";

/** The state of an order as the desk shows it. */
export const DESK_STATES = [
  "new",
  "onHold",
  "awaitingPayment",
  "handoverFailed",
  "handedOver",
  "cancelled",
  "refunding",
  "refunded",
] as const;
export type DeskState = (typeof DESK_STATES)[number];

/** The filters of the order list. */
export const DESK_FILTERS = ["all", "new", "onHold", "awaitingPayment", "handoverFailed", "cancelled"] as const;
export type DeskFilter = (typeof DESK_FILTERS)[number];

/** The periods of the order list in Swiss days, including today; null for all time. */
export const DESK_PERIODS = { day: 1, week: 7, month: 30, all: null } as const;
export type DeskPeriod = keyof typeof DESK_PERIODS;

/** Maximum number of orders in an open list whose states are updated. */
export const MAX_STATES = 500;

export type StateFacts = {
  readonly status: OrderState;
  /** `none`: there is nothing to hand over. */
  readonly handover: "done" | "waiting" | "failed" | "none";
  readonly refund: "none" | "waiting" | "givenUp" | "done";
};

const CANCELLED_STATES = {
  none: "cancelled",
  waiting: "refunding",
  givenUp: "refunding",
  done: "refunded",
} as const satisfies Record<StateFacts["refund"], DeskState>;

/** Returns the state of an order from its status, its hand-over and its refund. */
export function deskStateOf({ status, handover, refund }: StateFacts): DeskState {
  if (handover === "failed") return "handoverFailed";
  if (status === "cancelled") return CANCELLED_STATES[refund];
  if (status === "placed") return handover === "done" ? "handedOver" : "new";
  return status;
}
