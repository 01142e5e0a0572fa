/** For each type of event (TMF622 v5), what it tells the operator's systems about an order. */
export const HANDOVER_EVENTS = {
  ProductOrderCreateEvent: "order",
  ProductOrderStateChangeEvent: "cancellation",
  ProductOrderAttributeValueChangeEvent: "esim",
} as const;
export type HandoverEventType = keyof typeof HANDOVER_EVENTS;
export type DeliveredWhat = (typeof HANDOVER_EVENTS)[HandoverEventType];
