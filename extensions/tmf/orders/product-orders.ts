import { fromChf, sumOf, toChf } from "#core/money/money.ts";
import { PROGRESS_OF_TMF } from "#core/order/order-states.ts";
import type { Resource } from "../http/query.ts";
import type { Collection, Version } from "../http/resources.ts";
import { handedOverCollection, type OrderNeeds } from "./collection.ts";
import { TMF_STATES, type HandedOverPrice, type OrderItem, type ShownOrder, type TmfState } from "./handed-over.ts";

export const ordersPath = (version: Version) => `/tmf-api/productOrderingManagement/${version}`;
const CUSTOMERS = "/tmf-api/customerManagement/v5/customer";

const isState = (word: string): word is TmfState => Object.hasOwn(TMF_STATES, word);
/** The attribute with the time of an order. */
const TIME = { v4: "orderDate", v5: "creationDate" } as const;

/** Product orders of TMF622: those that were handed over, and how far they are. */
export const productOrders = (needs: OrderNeeds, version: Version): Collection =>
  handedOverCollection(needs, {
    path: `${ordersPath(version)}/productOrder`,
    names: { time: TIME[version], state: "state", stateOf, numbers: [] },
    show: (order) => productOrder(version, order),
  });

/** A state of the interface that no order of the shop is in finds none. */
function stateOf(word: string): readonly TmfState[] | null {
  if (isState(word)) return [word];
  return Object.hasOwn(PROGRESS_OF_TMF, word) ? [] : null;
}

/** Returns an order as TMF622 has it. Its addresses are paths. */
export function productOrder(
  version: Version,
  { number, id, category, state, orderedAt, completedAt, customer, totals, items }: ShownOrder,
): Resource {
  const isV5 = version === "v5";
  const party = {
    id: customer.id,
    href: `${CUSTOMERS}/${encodeURIComponent(customer.id)}`,
    name: customer.name,
    "@referredType": "Customer",
  };
  const channel = { id: "online-shop", name: "Online shop" };
  const href = `${ordersPath(version)}/productOrder/${number}`;
  return {
    "@type": "ProductOrder",
    id: number,
    href,
    externalId: isV5 ? [{ "@type": "ExternalIdentifier", id, owner: "Kasse", externalIdentifierType: "orderId" }] : id,
    category,
    state,
    [TIME[version]]: orderedAt.toISOString(),
    ...(completedAt && { completionDate: completedAt.toISOString() }),
    channel: [
      {
        "@type": "RelatedChannel",
        role: "sales",
        ...(isV5 ? { channel: { "@type": "ChannelRef", ...channel } } : channel),
      },
    ],
    relatedParty: [
      isV5
        ? {
            "@type": "RelatedPartyRefOrPartyRoleRef",
            role: "customer",
            partyOrPartyRole: { "@type": "PartyRoleRef", ...party },
          }
        : { ...party, role: "customer" },
    ],
    billingAccount: {
      ...(isV5 && { "@type": "BillingAccountRef" }),
      id: customer.id,
      name: customer.name,
      "@referredType": "BillingAccount",
    },
    orderTotalPrice: totals.map((price) => orderPrice(isV5, price)),
    productOrderItem: items.map((item) => orderItem(isV5, item, state)),
  };
}

/** Returns a part of a resource; v5 gives it a type. */
const part = (isV5: boolean, type: string, content: Resource): Resource =>
  isV5 ? { "@type": type, ...content } : content;

function orderItem(
  isV5: boolean,
  { id, productOffering, product, itemPrice, itemTerm = [], productOrderItemRelationship = [] }: OrderItem,
  state: TmfState,
): Resource {
  return {
    "@type": "ProductOrderItem",
    id,
    quantity: 1,
    action: "add",
    state,
    productOffering: part(isV5, "ProductOfferingRef", { ...productOffering, "@referredType": "ProductOffering" }),
    product: {
      "@type": "Product",
      isBundle: false,
      productCharacteristic: product.productCharacteristic.map(({ name, value }) =>
        part(isV5, "StringCharacteristic", { name, valueType: "string", value: isV5 ? value : { value } }),
      ),
    },
    itemPrice: itemPrice.map((price) => orderPrice(isV5, price)),
    itemTerm: itemTerm.map((term) => part(isV5, "OrderTerm", term)),
    productOrderItemRelationship: productOrderItemRelationship.map((each) => part(isV5, "OrderItemRelationship", each)),
  };
}

/**
 * Returns a price as TMF622 means it: alterations are applied to it, whereas the hand-over's prices already contain
 * them.
 */
function orderPrice(isV5: boolean, { priceAlteration = [], price, ...rest }: HandedOverPrice): Resource {
  const alterations = priceAlteration.flatMap((each) => (each.price ? [{ ...each, price: each.price }] : []));
  const before = (amount: "dutyFreeAmount" | "taxIncludedAmount") =>
    price[amount] && {
      ...price[amount],
      value: toChf(
        fromChf(price[amount].value) - sumOf(alterations, (each) => fromChf(each.price[amount]?.value ?? 0)),
      ),
    };
  const amounts = { dutyFreeAmount: before("dutyFreeAmount"), taxIncludedAmount: before("taxIncludedAmount") };
  return part(isV5, "OrderPrice", {
    ...rest,
    price: part(isV5, "Price", { ...price, ...amounts }),
    ...(alterations.length > 0 && {
      priceAlteration: alterations.map((each) =>
        part(isV5, "PriceAlteration", { ...each, price: part(isV5, "Price", each.price) }),
      ),
    }),
  });
}
