import type { Clock } from "#server/platform/clock.ts";
import { stateOfOrder } from "#server/read-models/checkout.ts";
import type { AnnounceIccid } from "#server/sale/esim/order-esim.ts";
import { iccidEvent } from "./event/changes.ts";
import { queueEvent } from "./handover.ts";

/** Queues the event that tells the operator's systems the ICCID of an order's eSIM, once it is known. */
export function announceIccid({ now }: { readonly now: Clock }): AnnounceIccid {
  return async (tx, orderId, iccid) => {
    const { number } = await stateOfOrder(tx, orderId);
    await queueEvent(tx, orderId, iccidEvent({ id: orderId, number }, iccid, now()));
  };
}
