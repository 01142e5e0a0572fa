import { settlementOf } from "#core/price/settlement.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { priceRecord } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import type { EventOrder } from "#server/sale/order/event/order.ts";
import { productOrderEvent } from "#server/sale/order/event/product-order.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { LAW } from "./law.ts";
import { wholeForm } from "./people.ts";

export const ORDERED_AT = new Date("2026-11-23T10:00:00Z");

/** Returns an order in the state of its hand-over. */
export function orderToHandOver(
  record: CheckoutRecord,
  more: Partial<EventOrder> = {},
  catalogue: Catalogue = demoCatalogue,
): EventOrder {
  const read = readRecord(record, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const quote = priceRecord(read.checked, catalogue);
  return {
    id: "00000000-0000-4000-8000-000000000001",
    number: "K100001",
    customerId: "42",
    existingCustomer: false,
    business: false,
    organisation: undefined,
    email: "nora@example.ch",
    payment: null,
    settlement: settlementOf({ total: quote.dueNow, paid: Boolean(more.payment), business: more.business ?? false }),
    terms: null,
    day: "2026-11-23",
    at: ORDERED_AT,
    placedAt: ORDERED_AT,
    locale: "de",
    quote,
    catalogue,
    law: LAW,
    customer: { ...wholeForm("nora@example.ch"), idNo: "X1234567" },
    nameOf: (line) => lineName(line, catalogue, "de"),
    seller: "Alpenfon",
    authorityUrl: null,
    documentUrl: null,
    publicUrl: "https://shop.example.ch",
    ...more,
  };
}
type Named = { name: string; value?: string; description?: string };
/** An item of an event, with the parts that these tests read. */
export type Item = {
  id: string;
  productOffering: { id: string };
  product: { productCharacteristic: Named[] };
  itemPrice: (Named & {
    price: { taxRate: number; taxIncludedAmount: { value: number } };
    priceAlteration?: object[];
  })[];
  itemTerm?: (Named & { duration: { amount: number } })[];
  productOrderItemRelationship?: { id: string }[];
};
/** Returns the order in an event. */
export const orderIn = (event: { event: { productOrder: object } }) =>
  event.event.productOrder as { productOrderItem: Item[]; orderTotalPrice: Item["itemPrice"]; payment: object[] };
/** Returns the items in the event of an order. */
export const itemsOf = (order: EventOrder) => orderIn(productOrderEvent(order)).productOrderItem;
/** Returns the characteristics of an item by name. */
export const valuesOf = (item: Item | undefined) =>
  Object.fromEntries(item?.product.productCharacteristic.map(({ name, value }) => [name, value]) ?? []);
/** Returns name, description, amount in CHF and VAT rate of each price. */
export const pricesOf = (prices: Item["itemPrice"] | undefined) =>
  prices?.map(({ name, description, price }) => [name, description, price.taxIncludedAmount.value, price.taxRate]);
