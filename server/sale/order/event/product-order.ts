import { newId } from "#server/platform/ids.ts";
import { toChf } from "#core/money/money.ts";
import { isBilled } from "#core/price/settlement.ts";
import { customerParty, partyName } from "./customer.ts";
import { amountsOf, orderItems } from "./items.ts";
import type { EventOrder } from "./order.ts";
import { totalPrices } from "./prices.ts";

/**
 * Returns a TM Forum TMF622 v5 ProductOrderCreateEvent (domain facts, Order hand-over) with all data for billing and
 * provisioning. A test validates it against the schema. The ids in it grant no access to the order.
 */
export function productOrderEvent(order: EventOrder) {
  return {
    eventId: newId(),
    eventTime: order.placedAt.toISOString(),
    eventType: "ProductOrderCreateEvent" as const,
    correlationId: order.id,
    "@type": "ProductOrderCreateEvent",
    event: { productOrder: productOrder(order) },
  };
}

function productOrder(order: EventOrder) {
  const { quote, number, id, business } = order;
  return {
    "@type": "ProductOrder",
    id: number,
    externalId: [{ "@type": "ExternalIdentifier", id, owner: "Kasse", externalIdentifierType: "orderId" }],
    category: quote.postpaid ? "postpaid" : "prepaid",
    customerType: business ? "business" : "residential",
    creationDate: order.at.toISOString(),
    state: "acknowledged",
    channel: [
      {
        "@type": "RelatedChannel",
        role: "sales",
        channel: { "@type": "ChannelRef", id: "online-shop", name: order.seller },
      },
    ],
    relatedParty: [customerParty(order)],
    billingAccount: {
      "@type": "BillingAccountRef",
      "@referredType": "BillingAccount",
      id: order.customerId,
      name: partyName(order),
      ratingType: isBilled({ ...quote, settlement: order.settlement }) ? "postpaid" : "prepaid",
      billDelivery: order.customer.typeOfBill,
    },
    agreement: agreements(order),
    note: [],
    payment: payments(order),
    orderTotalPrice: totalPrices(amountsOf(order)),
    productOrderItem: orderItems(order),
  };
}

/** Returns the terms that the customer accepted, as recorded by the server. */
function agreements({ terms, publicUrl }: EventOrder): object[] {
  if (!terms) return [];
  return terms.documents.map(({ code, title, url }) => ({
    "@type": "AgreementRef",
    "@referredType": "Agreement",
    id: code,
    name: title,
    version: terms.version,
    acceptedAt: terms.at,
    language: terms.locale,
    url: new URL(url, publicUrl).href,
  }));
}

/** Returns the payment with the provider's id and Kasse's reference, so that finance can find it at the provider. */
function payments({ payment }: EventOrder): object[] {
  if (!payment) return [];
  return [
    {
      "@type": "PaymentRef",
      "@referredType": "Payment",
      id: payment.paid?.id ?? payment.hostedId ?? payment.id,
      name: payment.paid?.method ?? payment.provider,
      provider: payment.provider,
      reference: payment.id,
      method: payment.paid?.method ?? null,
      checkoutId: payment.hostedId,
      paymentDate: payment.paidAt?.toISOString() ?? null,
      amount: { unit: "CHF", value: toChf(payment.amount) },
    },
  ];
}
