import type { CustomerForm } from "#core/customer-form.ts";
import { toChf, type Rappen } from "#core/money.ts";
import type { Line } from "#core/lines.ts";
import type { Quote } from "#core/pricing.ts";
import { vatPercent, withoutVat } from "#core/vat.ts";

/** The data of an order's event. */
export type OrderFacts = {
  readonly eventId: string;
  readonly number: string;
  readonly checkoutId: string;
  readonly customerId: string;
  readonly email: string;
  readonly paymentId: string | null;
  /** `YYYY-MM-DD`, for the VAT rate. */
  readonly day: string;
  readonly at: Date;
  readonly locale: string;
  readonly quote: Quote;
  readonly customer: CustomerForm;
  readonly nameOf: (line: Line) => string;
  readonly seller: string;
};

/** A TM Forum TMF622 v5 ProductOrderCreateEvent (domain facts, Order hand-over). A test validates it against the schema. */
export function productOrderEvent(order: OrderFacts) {
  return {
    eventId: order.eventId,
    eventTime: order.at.toISOString(),
    eventType: "ProductOrderCreateEvent",
    correlationId: order.checkoutId,
    "@type": "ProductOrderCreateEvent",
    event: { productOrder: productOrder(order) },
  };
}

function productOrder(order: OrderFacts) {
  const { quote, number } = order;
  return {
    "@type": "ProductOrder",
    id: number,
    externalId: [
      { "@type": "ExternalIdentifier", id: order.checkoutId, owner: "Kasse", externalIdentifierType: "checkoutId" },
    ],
    category: quote.postpaid ? "postpaid" : "prepaid",
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
    note: [],
    payment: order.paymentId ? [{ "@type": "PaymentRef", id: order.paymentId }] : [],
    orderTotalPrice: prices(quote, order.day).map((price) => ({ "@type": "OrderPrice", ...price })),
    productOrderItem: quote.lines.map((line, index) => orderItem(line, index, order)),
  };
}

/** The customer. TMF622 has a reference here, which is extensible, so the person's data (VÜPF Art. 20a) is included. */
function customerParty(order: OrderFacts) {
  const { customer: form } = order;
  return {
    "@type": "RelatedPartyRefOrPartyRoleRef",
    role: "customer",
    partyOrPartyRole: {
      "@type": "PartyRef",
      "@referredType": "Individual",
      id: order.customerId,
      name: `${form.first_name} ${form.last_name}`,
      givenName: form.first_name,
      familyName: form.last_name,
      title: form.salutation,
      birthDate: `${form.year}-${form.month.padStart(2, "0")}-${form.day.padStart(2, "0")}T00:00:00Z`,
      nationality: form.citizenship,
      individualIdentification: [
        {
          "@type": "IndividualIdentification",
          identificationType: form.identifiedBy,
          identificationId: form.idNo,
          issuingAuthority: form.issuer,
          issuingDate: `${form.issueDate}T00:00:00Z`,
          validFor: { endDateTime: `${form.validUntil}T23:59:59Z` },
        },
      ],
      contactMedium: [
        { "@type": "ContactMedium", contactType: "email", emailAddress: order.email },
        { "@type": "ContactMedium", contactType: "mobile", phoneNumber: form.mobilePhone },
        {
          "@type": "ContactMedium",
          contactType: "home",
          street1: [form.address, form.number].filter(Boolean).join(" "),
          postCode: form.postal_code,
          city: form.city,
          country: "CH",
        },
      ],
    },
  };
}

function orderItem(line: Line, index: number, order: OrderFacts) {
  return {
    "@type": "ProductOrderItem",
    id: String(index + 1),
    action: "add",
    quantity: 1,
    productOffering: { "@type": "ProductOfferingRef", id: line.code, name: order.nameOf(line) },
    product: {
      "@type": "Product",
      isBundle: false,
      productCharacteristic: characteristics(line, order).map(([name, value]) => ({
        "@type": "StringCharacteristic",
        name,
        valueType: "string",
        value,
      })),
    },
    itemPrice: prices(line, order.day).map((price) => ({ "@type": "OrderPrice", ...price })),
  };
}

function characteristics(line: Line, { quote, customer, locale }: OrderFacts): [string, string][] {
  const list: [string, string | number | null | undefined][] = [["lineKind", line.kind]];
  const main = line.kind === "mobileTariff" || line.kind === "tVTariff";
  if (!main) return [["lineKind", line.kind]];
  list.push(
    ["bindingMonths", line.binding],
    ["tvDurationMonths", line.tvDuration],
    ["billDelivery", customer.typeOfBill],
    ["language", locale],
  );
  if (line.kind === "mobileTariff") {
    list.push(["simType", customer.simType === "1" ? "eSIM" : "SIM"], ["creditLimitChf", quote.limit || null]);
    list.push(["bonusTv", quote.chosenTv?.tvTariff], ["bonusTvDurationMonths", quote.chosenTv?.duration]);
    list.push(["numberTransfer", customer.mnp ? "yes" : "no"]);
    if (customer.mnp) {
      list.push(["mnpMsisdn", customer.mnpMsisdn], ["mnpSubscriptionType", customer.mnpSubscriptionType]);
      list.push(["puk", customer.mnpSubscriptionType === "Prepaid" ? customer.puk : null]);
    }
  }
  return list.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]]));
}

type Amounts = { readonly billing: Rappen; readonly oneTime: Rappen; readonly total: Rappen };

function prices(amounts: Amounts, day: string) {
  const list = [];
  if (amounts.billing !== 0)
    list.push({
      name: "monthly",
      priceType: "recurring",
      recurringChargePeriod: "month",
      price: price(amounts.billing, day),
    });
  if (amounts.oneTime !== 0)
    list.push({ name: "onFirstBill", priceType: "oneTime", price: price(amounts.oneTime, day) });
  if (amounts.total !== 0) list.push({ name: "paidNow", priceType: "oneTime", price: price(amounts.total, day) });
  return list;
}

function price(rappen: Rappen, day: string) {
  const taxRate = vatPercent(day);
  return {
    "@type": "Price",
    taxRate,
    dutyFreeAmount: { unit: "CHF", value: toChf(withoutVat(rappen, taxRate)) },
    taxIncludedAmount: { unit: "CHF", value: toChf(rappen) },
  };
}
