import type { Resource } from "../http/query.ts";
import type { Collection } from "../http/resources.ts";
import { handedOverCollection, type OrderNeeds } from "./collection.ts";
import type { HandedOverPrice, OrderItem, ShownOrder, TmfState } from "./handed-over.ts";
import { ordersPath } from "./product-orders.ts";

export const INVENTORY_PATH = "/tmf-api/productInventory/v5";

/** A product's status by the state of its order (TMF637, ProductStatusType). The shop does not learn of its end. */
export const STATUS = {
  acknowledged: "pendingActive",
  inProgress: "pendingActive",
  completed: "active",
  failed: "cancelled",
  cancelled: "cancelled",
} as const satisfies Readonly<Record<TmfState, string>>;

/** The other words of ProductStatusType (TMF637). */
const OTHER_STATUS = ["created", "pendingTerminate", "terminated", "suspended", "aborted"];

const NAMES = {
  time: "orderDate",
  state: "status",
  stateOf(word: string) {
    const states = (Object.keys(STATUS) as readonly TmfState[]).filter((state) => STATUS[state] === word);
    return states.length > 0 || OTHER_STATUS.includes(word) ? states : null;
  },
  numbers: ["productOrderItem.orderId", "product.productOrderItem.orderId"],
};

/**
 * Products of TMF637 v5: what the shop's customers have ordered. An order is a bundle with a product for each of its
 * items.
 */
export const products = (needs: OrderNeeds): Collection =>
  handedOverCollection(needs, { path: `${INVENTORY_PATH}/product`, names: NAMES, show: product });

/** Returns an order as TMF637 v5 has it. Its addresses are paths. */
export function product({ number, category, state, orderedAt, completedAt, customer, items }: ShownOrder): Resource {
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
    productOrderItem: items.map(({ id }) => orderItem(number, id)),
    product: items.map((item) => part(item, number, state)),
  };
}

function part(
  { id, productOffering, product: { productCharacteristic }, itemPrice, itemTerm = [] }: OrderItem,
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
    productOrderItem: [orderItem(number, id)],
    productCharacteristic: productCharacteristic.map((each) => ({
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

const orderItem = (number: string, id: string): Resource => ({
  "@type": "RelatedOrderItem",
  "@referredType": "ProductOrderItem",
  orderId: number,
  orderHref: `${ordersPath("v4")}/productOrder/${number}`,
  orderItemId: id,
  orderItemAction: "add",
});

const productPrice = ({ name, description, priceType, recurringChargePeriod, price }: HandedOverPrice): Resource => ({
  "@type": "ProductPrice",
  name,
  ...(description !== undefined && { description }),
  priceType,
  ...(recurringChargePeriod !== undefined && { recurringChargePeriod }),
  price: { "@type": "Price", ...price },
});
