import type { OrderProgress, OrderState } from "./order-states.ts";
import type { TransferState } from "../phone-numbers/transfer-states.ts";

/** The facts that decide whether customers may cancel their order themselves. */
export type CancelFacts = {
  readonly status: OrderState;
  readonly createdAt: Date;
  /** What the operator's systems have reported last; null if nothing. */
  readonly progress: OrderProgress | null;
  /** How far the transfer of its number is; null if nothing is reported. */
  readonly transfer: TransferState | null;
  /** How long a placed order may be cancelled by its customer, in hours; 0 for never (`CUSTOMER_CANCEL_HOURS`). */
  readonly hours: number;
};

/** `until`: the moment after which it is too late; null if there is none. */
export type MayCancel = { readonly until: Date | null };

const HOUR_MS = 3_600_000;

/**
 * Whether the customer may cancel the order now; null if not. An order that was not handed over may always be
 * cancelled. A placed one for the operator's hours, and only until its systems begin to work on it, or a number is on
 * its way.
 */
export function mayCancel({ status, createdAt, progress, transfer, hours }: CancelFacts, now: Date): MayCancel | null {
  if (status === "cancelled") return null;
  if (status !== "placed") return { until: null };
  if (progress !== null && progress !== "accepted") return null;
  if (transfer !== null && transfer !== "refused") return null;
  const until = new Date(createdAt.getTime() + hours * HOUR_MS);
  return now < until ? { until } : null;
}
