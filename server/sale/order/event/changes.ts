import type { HandoverEventType } from "#core/order/handover-events.ts";
import { newId } from "#server/platform/ids.ts";
/** The order's own id, which opens nothing, and its number. */
type Ids = { readonly id: string; readonly number: string };

/** An event for the operator's systems, with the id by which a receiver recognises a repeated delivery. */
export type HandoverEvent = { readonly eventId: string };
/** An event as it is made. Its type says what was delivered, in the history of its order. */
export type NewEvent = HandoverEvent & { readonly eventType: HandoverEventType };

/** A TMF622 v5 ProductOrderStateChangeEvent: an order that was handed over is cancelled, with all its items. A test validates it against the schema. */
export function cancelledEvent(
  { id, number, items, deviceSent }: Ids & { readonly items: number; readonly deviceSent: boolean },
  reason: string,
  at: Date,
) {
  return {
    eventId: newId(),
    eventTime: at.toISOString(),
    eventType: "ProductOrderStateChangeEvent" as const,
    correlationId: id,
    "@type": "ProductOrderStateChangeEvent",
    event: {
      productOrder: {
        "@type": "ProductOrder",
        id: number,
        state: "cancelled",
        cancellationDate: at.toISOString(),
        cancellationReason: reason,
        deviceSent,
        productOrderItem: Array.from({ length: items }, (_, index) => ({
          "@type": "ProductOrderItem",
          id: String(index + 1),
          action: "add",
          state: "cancelled",
        })),
      },
    },
  };
}

/**
 * A TMF622 v5 ProductOrderAttributeValueChangeEvent: the eSIM that was ordered for the first item has its ICCID. The matching id is a
 * credential of the customer and is in no event.
 */
export function iccidEvent({ id, number }: Ids, iccid: string, at: Date) {
  return {
    eventId: newId(),
    eventTime: at.toISOString(),
    eventType: "ProductOrderAttributeValueChangeEvent" as const,
    correlationId: id,
    "@type": "ProductOrderAttributeValueChangeEvent",
    event: {
      productOrder: {
        "@type": "ProductOrder",
        id: number,
        productOrderItem: [
          {
            "@type": "ProductOrderItem",
            id: "1",
            action: "add",
            product: {
              "@type": "Product",
              productCharacteristic: [
                { "@type": "StringCharacteristic", name: "iccid", valueType: "string", value: iccid },
              ],
            },
          },
        ],
      },
    },
  };
}
