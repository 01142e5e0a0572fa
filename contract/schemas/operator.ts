import * as v from "valibot";
import { TMF_ORDER_STATES } from "../../core/order-states.ts";

/** The parts of a TMF622 v5 ProductOrderStateChangeEvent that Kasse reads; others are ignored. */
export const OrderStateEvent = v.object({
  eventId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  eventTime: v.pipe(v.string(), v.isoTimestamp(), v.description("when the state was reached")),
  eventType: v.literal("ProductOrderStateChangeEvent"),
  event: v.object({
    productOrder: v.object({
      id: v.pipe(v.string(), v.maxLength(40), v.description("the order's number")),
      state: v.picklist(TMF_ORDER_STATES),
    }),
  }),
});
