/**
 * The states of an order and their transitions. This table is the only place that defines them.
 *
 * `onHold`: the solvency check refused; a person decides (domain facts, Selling online). Nothing is paid meanwhile. `awaitingPayment`: a
 * person has released it, and the customer got a link to pay. `placed`: handed over to the operator's systems.
 */
export const ORDER_STATES = ["placed", "onHold", "awaitingPayment", "cancelled"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const MAY_FOLLOW = {
  onHold: ["placed", "awaitingPayment", "cancelled"],
  awaitingPayment: ["placed", "cancelled"],
  placed: ["cancelled"],
  cancelled: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** The states from which an order can reach this one. */
export function orderStatesBefore(to: OrderState): readonly OrderState[] {
  return ORDER_STATES.filter((from) => (MAY_FOLLOW[from] as readonly OrderState[]).includes(to));
}

export function isOrderState(text: string): text is OrderState {
  return (ORDER_STATES as readonly string[]).includes(text);
}

/** How far the operator's systems are with a placed order. */
export const ORDER_PROGRESS = ["accepted", "inProgress", "completed", "failed"] as const;
export type OrderProgress = (typeof ORDER_PROGRESS)[number];

/** The progress for each state of a TMF622 v5 ProductOrder (ProductOrderStateType). An order that was handed over is no draft. */
export const PROGRESS_OF_TMF = {
  acknowledged: "accepted",
  "inProgress.accepted": "accepted",
  pending: "inProgress",
  held: "inProgress",
  inProgress: "inProgress",
  assessingCancellation: "inProgress",
  pendingCancellation: "inProgress",
  partial: "inProgress",
  completed: "completed",
  rejected: "failed",
  failed: "failed",
  cancelled: "failed",
} as const satisfies Record<string, OrderProgress>;
export const TMF_ORDER_STATES = Object.keys(PROGRESS_OF_TMF) as (keyof typeof PROGRESS_OF_TMF)[];
