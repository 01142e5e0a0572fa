import * as v from "valibot";
import type { OrderProgress } from "#core/order/order-states.ts";
import { openEvent } from "#server/sale/order/event/order.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { HandedOver } from "../read-models/orders.ts";

const Amount = v.object({ unit: v.string(), value: v.number() });
const Price = v.object({
  taxRate: v.optional(v.number()),
  dutyFreeAmount: v.optional(Amount),
  taxIncludedAmount: v.optional(Amount),
});
const OrderPrice = v.object({
  name: v.string(),
  description: v.optional(v.string()),
  priceType: v.string(),
  recurringChargePeriod: v.optional(v.string()),
  price: Price,
  priceAlteration: v.optional(
    v.array(
      v.object({
        name: v.string(),
        description: v.string(),
        priceType: v.string(),
        recurringChargePeriod: v.optional(v.string()),
        applicationDuration: v.optional(v.number()),
        unitOfMeasure: v.optional(v.string()),
        price: v.optional(Price),
      }),
    ),
  ),
});
const Item = v.object({
  id: v.string(),
  productOffering: v.object({ id: v.string(), name: v.string() }),
  product: v.object({ productCharacteristic: v.array(v.object({ name: v.string(), value: v.string() })) }),
  itemPrice: v.array(OrderPrice),
  itemTerm: v.optional(
    v.array(
      v.object({
        name: v.string(),
        description: v.string(),
        duration: v.object({ amount: v.number(), units: v.string() }),
      }),
    ),
  ),
  productOrderItemRelationship: v.optional(v.array(v.object({ id: v.string(), relationshipType: v.string() }))),
});
const ProductOrder = v.object({
  id: v.string(),
  externalId: v.array(v.object({ id: v.string() })),
  category: v.string(),
  relatedParty: v.array(v.object({ partyOrPartyRole: v.object({ id: v.string(), name: v.string() }) })),
  orderTotalPrice: v.array(OrderPrice),
  productOrderItem: v.array(Item),
});
const Event = v.looseObject({ event: v.object({ productOrder: ProductOrder }) });
export type OrderItem = v.InferOutput<typeof Item>;
export type HandedOverPrice = v.InferOutput<typeof OrderPrice>;

/** The characteristics that systems may read. PUK, holder, authorisation and document are only in the hand-over. */
const READABLE: ReadonlySet<string> = new Set([
  "lineKind",
  "bindingMonths",
  "tvDurationMonths",
  "billDelivery",
  "language",
  "simType",
  "creditLimitChf",
  "bonusTv",
  "bonusTvDurationMonths",
  "monthlyAfterPromotionChf",
  "monthlyAfterDurationChf",
  "totalMonths",
  "totalChf",
  "numberTransfer",
  "msisdn",
  "mnpMsisdn",
  "mnpSubscriptionType",
  "mnpRequestedDate",
]);

export const TMF_STATES = {
  acknowledged: [null, "accepted"],
  inProgress: ["inProgress"],
  completed: ["completed"],
  failed: ["failed"],
  cancelled: ["cancelled"],
} as const satisfies Readonly<Record<string, readonly (OrderProgress | "cancelled" | null)[]>>;
export type TmfState = keyof typeof TMF_STATES;

/** Returns the state of an order that has reached this: a progress, `cancelled`, or null or anything else for none. */
export function stateNamed(reached: string | null): TmfState {
  const states = Object.entries(TMF_STATES) as readonly (readonly [TmfState, readonly unknown[]])[];
  return states.find(([, own]) => own.includes(reached))?.[0] ?? "acknowledged";
}

/** An order as both interfaces show it: what was handed over, and how far it is now. */
export type ShownOrder = {
  readonly number: string;
  readonly id: string;
  readonly category: string;
  readonly state: TmfState;
  readonly orderedAt: Date;
  readonly completedAt: Date | null;
  readonly customer: { readonly id: string; readonly name: string };
  readonly totals: readonly HandedOverPrice[];
  readonly items: readonly OrderItem[];
};

/** Reads an order from its first event, without what identifies its holder. Throws a DocumentKeyError. */
export async function readHandedOver(seals: Seals, row: HandedOver): Promise<ShownOrder> {
  const { productOrder } = v.parse(Event, await openEvent(seals, row.eventId, row.event)).event;
  const { id = "", name = "" } = productOrder.relatedParty[0]?.partyOrPartyRole ?? {};
  const reached = row.status === "cancelled" ? "cancelled" : row.progress;
  return {
    number: row.number,
    id: productOrder.externalId[0]?.id ?? "",
    category: productOrder.category,
    state: stateNamed(reached),
    orderedAt: row.createdAt,
    completedAt: reached === "completed" ? row.progressAt : null,
    customer: { id, name },
    totals: productOrder.orderTotalPrice,
    items: productOrder.productOrderItem.map((item) => ({
      ...item,
      product: {
        productCharacteristic: item.product.productCharacteristic.filter(({ name: each }) => READABLE.has(each)),
      },
    })),
  };
}
