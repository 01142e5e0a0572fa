import { cancelledEvent, iccidEvent } from "#server/sale/order/event/changes.ts";
import type { EventOrder } from "#server/sale/order/event/order.ts";
import { productOrderEvent } from "#server/sale/order/event/product-order.ts";
import { acceptedTerms } from "#server/sale/customer/accepted-terms.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { ORDERED_AT, orderToHandOver } from "../../test/support/handed-over.ts";

const ORDER = { id: "00000000-0000-4000-8000-000000000001", number: "K100001" };
const COPY = "https://shop.example.ch/public-api/order-documents/a-reference";
const paid = (amount: number): Pick<EventOrder, "payment"> => ({
  payment: {
    id: "00000000-0000-4000-8000-000000000002",
    provider: "worldline",
    hostedId: "a-hosted-checkout",
    paid: { id: "the-providers-id", method: "VISA" },
    paidAt: ORDERED_AT,
    amount,
  },
});
const { customer } = orderToHandOver({ type: "Tariff", tariff: "SMART30" });
const TRANSFER = {
  mnp: true,
  mnpMsisdn: "41795550143",
  mnpSubscriptionType: "Prepaid",
  puk: "12345678",
  mnpDate: "2027-01-12",
  mnpAuthority: true,
};
const AUTHORITY = "https://shop.example.ch/public-api/order-authorities/a-reference";
const brand = await readBrand("brands/alpenfon/brand.json");

const created = (...order: Parameters<typeof orderToHandOver>) => productOrderEvent(orderToHandOver(...order));

/** An event for each kind of sale and for each later change, built by the production code. */
const EXAMPLES: Readonly<Record<string, () => object>> = {
  "postpaid-device-transfer": () =>
    created(
      {
        type: "Tariff",
        tariff: "SMART60",
        mobile: "SAENTISX",
        insurance: true,
        bundles: ["EU10"],
        limit: 50,
        postBill: true,
        bonus: true,
        tv_tariff: "TVS",
        tv_duration: 12,
      },
      {
        documentUrl: COPY,
        authorityUrl: AUTHORITY,
        customer: { ...customer, ...TRANSFER, typeOfBill: "post" },
        terms: acceptedTerms(
          brand,
          { family: "mobile", form: { ...customer, ...TRANSFER }, signedIn: "de" },
          "de",
          ORDERED_AT,
        ),
      },
    ),
  "sim-only-esim": () =>
    created({ type: "Tariff", tariff: "SMART30" }, { documentUrl: COPY, customer: { ...customer, simType: "1" } }),
  "prepaid-paid": () => created({ type: "Tariff", tariff: "PREPAID20" }, { documentUrl: COPY, ...paid(2000) }),
  "tv-monthly": () => created({ type: "Tv Device", tv_tariff: "TVM", tv_duration: 24, tv_device: ["STB1"] }),
  "tv-277": () => created({ type: "TV Tariff", tv_tariff: "277" }, paid(27_700)),
  business: () =>
    created(
      { type: "Tariff", tariff: "SMART30" },
      {
        business: true,
        existingCustomer: true,
        organisation: { name: "Muster AG", uid: "CHE-123.456.789" },
        documentUrl: COPY,
      },
    ),
  iccid: () => iccidEvent(ORDER, "8941000000000000001", ORDERED_AT),
  cancelled: () => cancelledEvent({ ...ORDER, items: 2, deviceSent: false }, "cancelled by the customer", ORDERED_AT),
};

/** Returns the examples of `docs/handover`, with constant ids. */
export const handoverExamples = (): readonly { readonly name: string; readonly event: object }[] =>
  Object.entries(EXAMPLES).map(([name, make], index) => {
    const eventId = `00000000-0000-4000-8000-0000000001${String(index).padStart(2, "0")}`;
    return { name, event: { ...make(), eventId } };
  });
