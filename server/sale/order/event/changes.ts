import type { HandoverEventType } from "#core/order/handover-events.ts";
import { newId } from "#server/platform/ids.ts";
/** The order's internal id, which grants no access, and its number. */
type Ids = { readonly id: string; readonly number: string };

/** An event for the operator's systems. Its id lets a receiver recognise a repeated delivery. */
export type HandoverEvent = { readonly eventId: string };
/** A new event. The order's history shows its type as what was delivered. */
export type NewEvent = HandoverEvent & { readonly eventType: HandoverEventType };

/**
 * Returns a TMF622 v5 ProductOrderStateChangeEvent that cancels an order that was handed over, with all its items. A
 * test validates it against the schema.
 */
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
 * Returns a TMF622 v5 ProductOrderAttributeValueChangeEvent that gives the first item the ICCID of the eSIM. Events
 * never contain the matching id, which is a credential of the customer.
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
