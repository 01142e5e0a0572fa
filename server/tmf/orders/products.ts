import { countHandedOver, handedOverOrders } from "#server/read-models/tmf.ts";
import type { Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";
import { readHandedOver, type HandedOverPrice, type OrderItem, type ShownOrder, type TmfState } from "./handed-over.ts";
import { ONE, orderFilter } from "./order-query.ts";
import { ORDERS_PATH, type OrderNeeds } from "./product-orders.ts";

const INVENTORY_PATH = "/tmf-api/productInventory/v5";

/** A product's status by the state of its order (TMF637, ProductStatusType). The shop does not learn of its end. */
const STATUS = {
  acknowledged: "pendingActive",
  inProgress: "pendingActive",
  completed: "active",
  failed: "cancelled",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<TmfState, string>>;

const BY = {
  time: "orderDate",
  state: "status",
  stateOf: (word: string) => (Object.keys(STATUS) as readonly TmfState[]).filter((state) => STATUS[state] === word),
};

/**
 * Products of TMF637 v5: what the shop's customers have ordered. An order is a bundle with a product for each of its
 * items.
 */
export function products({ reads, seals }: OrderNeeds): Collection {
  return {
    path: `${INVENTORY_PATH}/product`,
    async list(query) {
      const filter = orderFilter(query, BY);
      if (!filter.ok) return filter;
      const { total, rows } = await reads.read(async (db) => ({
        total: await countHandedOver(db, filter.value),
        rows: await handedOverOrders(db, filter.value, query),
      }));
      const resources = await Promise.all(rows.map(async (row) => bundle(await readHandedOver(seals, row))));
      return { ok: true, value: { total, resources } };
    },
    async get(id) {
      const [row] = await reads.read((db) => handedOverOrders(db, ONE(id), { offset: 0, limit: 1 }));
      return row ? bundle(await readHandedOver(seals, row)) : null;
    },
  };
}

function bundle({ number, category, state, orderedAt, completedAt, customer, items }: ShownOrder): Resource {
  return {
    "@type": "Product",
    id: number,
    href: `${INVENTORY_PATH}/product/${number}`,
    name: items.map(({ productOffering }) => productOffering.name).join(", "),
    description: category,
    isBundle: true,
    isCustomerVisible: true,
    status: STATUS[state],
    orderDate: orderedAt.toISOString(),
    ...(completedAt && { startDate: completedAt.toISOString() }),
    relatedParty: [
      {
        "@type": "RelatedPartyOrPartyRole",
        role: "customer",
        partyOrPartyRole: { "@type": "PartyRef", id: customer.id, name: customer.name, "@referredType": "Individual" },
      },
    ],
    product: items.map((item) => part(item, number, state)),
  };
}

function part(
  { id, productOffering, product, itemPrice, itemTerm = [] }: OrderItem,
  number: string,
  state: TmfState,
): Resource {
  return {
    "@type": "Product",
    id: `${number}-${id}`,
    name: productOffering.name,
    isBundle: false,
    status: STATUS[state],
    productOffering: { "@type": "ProductOfferingRef", "@referredType": "ProductOffering", ...productOffering },
    productOrderItem: [
      {
        "@type": "RelatedOrderItem",
        "@referredType": "ProductOrderItem",
        orderId: number,
        orderHref: `${ORDERS_PATH}/productOrder/${number}`,
        orderItemId: id,
        orderItemAction: "add",
      },
    ],
    productCharacteristic: product.productCharacteristic.map((each) => ({
      "@type": "StringCharacteristic",
      valueType: "string",
      ...each,
    })),
    productPrice: itemPrice.map(productPrice),
    productTerm: itemTerm.map(({ name, description, duration }) => ({
      "@type": "ProductTerm",
      name,
      description,
      duration,
    })),
  };
}

const productPrice = ({ name, description, priceType, recurringChargePeriod, price }: HandedOverPrice): Resource => ({
  "@type": "ProductPrice",
  name,
  ...(description !== undefined && { description }),
  priceType,
  ...(recurringChargePeriod !== undefined && { recurringChargePeriod }),
  price: { "@type": "Price", ...price },
});
