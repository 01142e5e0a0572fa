import type { OrderProgress, OrderState } from "./order-states.ts";
import type { TransferState } from "../phone-numbers/transfer-states.ts";

/** The facts that decide whether customers may cancel their own order. */
export type CancelFacts = {
  readonly status: OrderState;
  readonly createdAt: Date;
  /** The progress that the operator's systems last reported; null without a report. */
  readonly progress: OrderProgress | null;
  /** The state of the number transfer; null if none was reported. */
  readonly transfer: TransferState | null;
  /** How many hours customers can cancel a placed order; 0 for never (`CUSTOMER_CANCEL_HOURS`). */
  readonly hours: number;
};

/** `until`: the time after which it is too late; null if there is none. */
export type MayCancel = { readonly until: Date | null };

const HOUR_MS = 3_600_000;

/**
 * Returns whether, and until when, the customer may cancel the order; null if not. An order that was not handed over
 * can always be cancelled. A placed one can be cancelled for the number of hours that the operator allows, unless the
 * operator's systems have started to work on it or its number is being transferred.
 */
export function mayCancel({ status, createdAt, progress, transfer, hours }: CancelFacts, now: Date): MayCancel | null {
  if (status === "cancelled") return null;
  if (status !== "placed") return { until: null };
  if (progress !== null && progress !== "accepted") return null;
  if (transfer !== null && transfer !== "refused") return null;
  const until = new Date(createdAt.getTime() + hours * HOUR_MS);
  return now < until ? { until } : null;
}
