/**
 * The states of an order and their transitions, which are defined nowhere else.
 *
 * `onHold`: the solvency check refused, and a person decides (domain facts, Selling online); nothing is paid in the
 * meantime. `awaitingPayment`: a person has released the order, and the customer got a link to pay. `placed`: the order
 * is handed over to the operator's systems.
 */
export const ORDER_STATES = ["placed", "onHold", "awaitingPayment", "cancelled"] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const MAY_FOLLOW = {
  onHold: ["placed", "awaitingPayment", "cancelled"],
  awaitingPayment: ["placed", "cancelled"],
  placed: ["cancelled"],
  cancelled: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** Returns the states from which an order can change to this one. */
export function orderStatesBefore(to: OrderState): readonly OrderState[] {
  return ORDER_STATES.filter((from) => (MAY_FOLLOW[from] as readonly OrderState[]).includes(to));
}

export function isOrderState(text: string): text is OrderState {
  return (ORDER_STATES as readonly string[]).includes(text);
}

/** How far the operator's systems are with a placed order. */
export const ORDER_PROGRESS = ["accepted", "inProgress", "completed", "failed"] as const;
export type OrderProgress = (typeof ORDER_PROGRESS)[number];

/** The rank of each progress; a later one has a higher rank. */
const PROGRESS_RANK: Readonly<Record<OrderProgress, number>> = { accepted: 0, inProgress: 1, completed: 2, failed: 2 };

/** A state that the operator's systems reported, and when it was reached. */
type Reported<State> = { readonly state: State; readonly at: Date };

/**
 * Returns whether a report is superseded by the last one: it is older, or has the same time and a lower rank. Several
 * states can have the same time, because some systems write whole seconds or give a whole batch one time. If time and
 * rank are equal, the report that arrives later counts.
 */
export function isSuperseded<State extends string>(
  rank: Readonly<Record<State, number>>,
  report: Reported<State>,
  last: Reported<State> | null,
): boolean {
  if (last === null) return false;
  const later = report.at.getTime() - last.at.getTime();
  return later < 0 || (later === 0 && rank[report.state] < rank[last.state]);
}

/** Returns whether a report about an order's progress is superseded by the last one. */
export const isProgressSuperseded = (report: Reported<OrderProgress>, last: Reported<OrderProgress> | null): boolean =>
  isSuperseded(PROGRESS_RANK, report, last);

/**
 * The progress for each state of a TMF622 v5 ProductOrder (ProductOrderStateType). `draft` is missing, because an order
 * that was handed over is never a draft.
 */
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
