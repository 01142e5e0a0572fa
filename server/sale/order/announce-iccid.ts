import type { Clock } from "#server/platform/clock.ts";
import type { AnnounceIccid } from "#server/sale/esim/order-esim.ts";
import { iccidEvent } from "./event/changes.ts";
import { queueEvent } from "./handover.ts";
import { numberOf } from "./queries.ts";

/** Queues the event that gives the operator's systems the ICCID of an order's eSIM, once it is known. */
export function announceIccid({ now }: { readonly now: Clock }): AnnounceIccid {
  return async (tx, orderId, iccid) => {
    const number = await numberOf(tx, orderId);
    await queueEvent(tx, orderId, iccidEvent({ id: orderId, number }, iccid, now()));
  };
}
