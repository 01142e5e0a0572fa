import type { OrderProgress, OrderState } from "./order-states.ts";
import type { TransferState } from "../phone-numbers/transfer-states.ts";

/** The facts that decide whether customers may cancel their order themselves. */
export type CancelFacts = {
  readonly status: OrderState;
  readonly createdAt: Date;
  /** The last report of the operator's systems; null without one. */
  readonly progress: OrderProgress | null;
  /** The state of its number transfer; null if none is reported. */
  readonly transfer: TransferState | null;
  /** How long customers can cancel a placed order, in hours; 0 for never (`CUSTOMER_CANCEL_HOURS`). */
  readonly hours: number;
};

/** `until`: the moment after which it is too late; null if there is none. */
export type MayCancel = { readonly until: Date | null };

const HOUR_MS = 3_600_000;

/**
 * Returns whether the customer may cancel the order now; null if not. An order that was not handed over can always be
 * cancelled. A placed one can be cancelled for the operator's hours, unless its systems have started to work on it or
 * its number is being transferred.
 */
export function mayCancel({ status, createdAt, progress, transfer, hours }: CancelFacts, now: Date): MayCancel | null {
  if (status === "cancelled") return null;
  if (status !== "placed") return { until: null };
  if (progress !== null && progress !== "accepted") return null;
  if (transfer !== null && transfer !== "refused") return null;
  const until = new Date(createdAt.getTime() + hours * HOUR_MS);
  return now < until ? { until } : null;
}
