import { fromChf, sumOf, toChf } from "#core/money/money.ts";
import { countHandedOver, handedOverOrders } from "#server/read-models/tmf.ts";
import type { StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";
import {
  readHandedOver,
  TMF_STATES,
  type HandedOverPrice,
  type OrderItem,
  type ShownOrder,
  type TmfState,
} from "./handed-over.ts";
import { ONE, orderFilter } from "./order-query.ts";

export const ORDERS_PATH = "/tmf-api/productOrderingManagement/v4";
const CUSTOMERS = "/tmf-api/customerManagement/v5/customer";

export type OrderNeeds = { readonly reads: StaleReads; readonly seals: Seals };
const isState = (word: string): word is TmfState => Object.hasOwn(TMF_STATES, word);
const BY = { time: "orderDate", state: "state", stateOf: (word: string) => (isState(word) ? [word] : []) };

/** Product orders of TMF622 v4: those that were handed over, and how far they are. */
export function productOrders({ reads, seals }: OrderNeeds): Collection {
  return {
    path: `${ORDERS_PATH}/productOrder`,
    async list(query) {
      const filter = orderFilter(query, BY);
      if (!filter.ok) return filter;
      const { total, rows } = await reads.read(async (db) => ({
        total: await countHandedOver(db, filter.value),
        rows: await handedOverOrders(db, filter.value, query),
      }));
      const resources = await Promise.all(rows.map(async (row) => productOrder(await readHandedOver(seals, row))));
      return { ok: true, value: { total, resources } };
    },
    async get(id) {
      const [row] = await reads.read((db) => handedOverOrders(db, ONE(id), { offset: 0, limit: 1 }));
      return row ? productOrder(await readHandedOver(seals, row)) : null;
    },
  };
}

/** Returns an order as TMF622 v4 has it. Its addresses are paths. */
export function productOrder({
  number,
  id,
  category,
  state,
  orderedAt,
  completedAt,
  customer,
  totals,
  items,
}: ShownOrder): Resource {
  return {
    "@type": "ProductOrder",
    id: number,
    href: `${ORDERS_PATH}/productOrder/${number}`,
    externalId: id,
    category,
    state,
    orderDate: orderedAt.toISOString(),
    ...(completedAt && { completionDate: completedAt.toISOString() }),
    channel: [{ id: "online-shop", name: "Online shop", role: "sales", "@type": "RelatedChannel" }],
    relatedParty: [
      {
        id: customer.id,
        href: `${CUSTOMERS}/${encodeURIComponent(customer.id)}`,
        name: customer.name,
        role: "customer",
        "@referredType": "Customer",
      },
    ],
    billingAccount: { id: customer.id, name: customer.name, "@referredType": "BillingAccount" },
    orderTotalPrice: totals.map(orderPrice),
    productOrderItem: items.map((item) => orderItem(item, state)),
  };
}

function orderItem(
  { id, productOffering, product, itemPrice, itemTerm = [], productOrderItemRelationship = [] }: OrderItem,
  state: TmfState,
): Resource {
  return {
    "@type": "ProductOrderItem",
    id,
    quantity: 1,
    action: "add",
    state,
    productOffering: { ...productOffering, "@referredType": "ProductOffering" },
    product: {
      "@type": "Product",
      isBundle: false,
      productCharacteristic: product.productCharacteristic.map(({ name, value }) => ({
        name,
        valueType: "string",
        value: { value },
      })),
    },
    itemPrice: itemPrice.map(orderPrice),
    itemTerm,
    productOrderItemRelationship,
  };
}

/**
 * Returns a price as TMF622 means it: alterations are applied to it, whereas the hand-over's prices already contain
 * them.
 */
function orderPrice({ priceAlteration = [], price, ...rest }: HandedOverPrice): Resource {
  const alterations = priceAlteration.flatMap((each) => (each.price ? [{ ...each, price: each.price }] : []));
  const before = (amount: "dutyFreeAmount" | "taxIncludedAmount") =>
    price[amount] && {
      ...price[amount],
      value: toChf(
        fromChf(price[amount].value) - sumOf(alterations, (each) => fromChf(each.price[amount]?.value ?? 0)),
      ),
    };
  return {
    ...rest,
    price: { ...price, dutyFreeAmount: before("dutyFreeAmount"), taxIncludedAmount: before("taxIncludedAmount") },
    ...(alterations.length > 0 && { priceAlteration: alterations }),
  };
}
