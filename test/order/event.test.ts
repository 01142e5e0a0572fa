import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { cancelledEvent, iccidEvent } from "#server/sale/order/event/changes.ts";
import { itemCount } from "#server/sale/order/event/items.ts";
import type { EventOrder } from "#server/sale/order/event/order.ts";
import { productOrderEvent } from "#server/sale/order/event/product-order.ts";
import { demoWith } from "../support/demo-catalogue.ts";
import { itemsOf, ORDERED_AT as AT, orderIn, orderToHandOver as orderOf, valuesOf } from "../support/handed-over.ts";
import { SMART30 } from "../support/order-services.ts";
import { wholeForm } from "../support/people.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

const TRANSFER = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "12345678" };
const eventOf = (order: EventOrder) => ({ ...productOrderEvent(order), eventId: "ID" });
const fixture = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(`test/fixtures/events/${name}.json`, "utf8"));

describe("the operator's systems get the event", () => {
  test("of a paid mobile order with a device, all options, a transfer and the copy of the document", async () => {
    const record = {
      type: "Tariff",
      tariff: "SMART60",
      mobile: "SAENTISX",
      bonus: true,
      tv_tariff: "TVS",
      tv_duration: 12,
      limit: 50,
      postBill: true,
      insurance: true,
      bundles: ["EU10"],
    } satisfies CheckoutRecord;
    const payment = {
      id: "kasse-1",
      provider: "worldline",
      hostedId: "hosted-1",
      paid: { id: "wl-1", method: "VISA" },
      paidAt: AT,
      amount: 9900,
    };
    const terms = {
      version: "abc",
      at: "2026-11-23T09:59:00Z",
      locale: "fr",
      documents: [{ code: "agb", title: "Conditions", url: "/legal/agb-mobile" }],
    } as const;
    const customer = { ...wholeForm("nora@example.ch"), ...TRANSFER, idNo: "X1234567", typeOfBill: "post" };
    const documentUrl = "https://shop.example.ch/public-api/order-documents/ref-1";
    const catalogue = demoWith("devices", "SAENTISX", { downPayment: 9900 });
    expect(eventOf(orderOf(record, { payment, terms, customer, documentUrl }, catalogue))).toEqual(
      await fixture("mobile"),
    );
  });

  test("of a business customer's TV order", async () => {
    const organisation = { name: "Muster AG", uid: "CHE-123.456.789" };
    const order = orderOf(
      { type: "TV Tariff", tv_tariff: "TVS" },
      { business: true, existingCustomer: true, organisation },
    );
    expect(eventOf(order)).toEqual(await fixture("tv-business"));
  });

  test.each(["mobile", "tv-business"])("fits TM Forum's schema: %s", async (name) => {
    expect(orderingMistakes("ProductOrderCreateEvent", await fixture(name))).toEqual([]);
  });

  test("marks prepaid as no contract on account", () => {
    expect(productOrderEvent(orderOf({ type: "Tariff", tariff: "PREPAID20" })).event.productOrder).toMatchObject({
      category: "prepaid",
      billingAccount: { ratingType: "prepaid" },
    });
  });

  test("as a new event each time", () => {
    const order = orderOf(SMART30);
    expect(productOrderEvent(order).eventId).not.toBe(productOrderEvent(order).eventId);
  });
});

describe("the items of an order", () => {
  test("are its lines and its bonus, the same number as in a cancellation", () => {
    const bonus = orderOf({ type: "Tariff", tariff: "SMART60", bonus: true, tv_tariff: "TVS" });
    expect(itemsOf(bonus).map(({ id, productOffering }) => [id, productOffering.id])).toEqual([
      ["1", "SMART60"],
      ["2", "TVS"],
    ]);
    expect([itemCount(bonus.quote), itemCount(orderOf(SMART30).quote)]).toEqual([2, 1]);
  });

  test("depend on the contract, an insurance on its device", () => {
    const record = { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX", insurance: true, postBill: true } as const;
    const relies = itemsOf(orderOf(record)).map((item) => [
      item.productOffering.id,
      item.productOrderItemRelationship?.map(({ id }) => id),
    ]);
    expect(relies).toEqual([
      ["SMART60", undefined],
      ["SAENTISX", ["1"]],
      ["insurance", ["2"]],
      ["postBill", ["1"]],
    ]);
  });

  test("contain the delivery of the SIM and the new number; options not chosen are absent", () => {
    const customer = { ...wholeForm("nora@example.ch"), simType: "1" };
    expect(valuesOf(itemsOf(orderOf(SMART30, { customer, locale: "fr" }))[0])).toEqual({
      lineKind: "mobileTariff",
      bindingMonths: "24",
      billDelivery: "email",
      language: "fr",
      simType: "eSIM",
      numberTransfer: "no",
    });
  });

  test("have a PUK only for a number from prepaid", () => {
    const customer = { ...wholeForm("nora@example.ch"), ...TRANSFER, mnpSubscriptionType: "Postpaid" };
    const values = valuesOf(itemsOf(orderOf(SMART30, { customer }))[0]);
    expect(values).toMatchObject({ numberTransfer: "yes", mnpSubscriptionType: "Postpaid" });
    expect(values).not.toHaveProperty("puk");
  });

  test("of prepaid TV end automatically", () => {
    const [tv] = itemsOf(orderOf({ type: "TV Tariff", tv_tariff: "277" }));
    expect(tv?.itemTerm?.map(({ name, description, duration }) => [name, description, duration.amount])).toEqual([
      ["duration", "paid in advance, ends by itself", 12],
    ]);
  });

  test("without terms have no list of them", () => {
    expect(itemsOf(orderOf({ type: "Tariff", tariff: "PREPAID20" }))[0]).not.toHaveProperty("itemTerm");
  });
});

describe("the payment", () => {
  const payment = { id: "kasse-1", provider: "oppwa", hostedId: null, paid: null, paidAt: null, amount: 2000 };
  const paymentOf = (more: Partial<EventOrder["payment"] & object>) =>
    orderIn(productOrderEvent(orderOf({ type: "Tariff", tariff: "PREPAID20" }, { payment: { ...payment, ...more } })))
      .payment[0];

  test("is identified by the best available id", () => {
    expect(paymentOf({})).toMatchObject({
      id: "kasse-1",
      name: "oppwa",
      provider: "oppwa",
      reference: "kasse-1",
      method: null,
      checkoutId: null,
      paymentDate: null,
    });
    expect(paymentOf({ hostedId: "h" })).toMatchObject({ id: "h", checkoutId: "h" });
    expect(paymentOf({ hostedId: "h", paid: { id: "p", method: null } })).toMatchObject({
      id: "p",
      name: "oppwa",
      method: null,
      checkoutId: "h",
    });
  });
});

describe("the customer", () => {
  const partyOf = (more: Partial<EventOrder>) =>
    (productOrderEvent(orderOf(SMART30, more)).event.productOrder.relatedParty[0] as { partyOrPartyRole: object })
      .partyOrPartyRole;

  test("has a birth date with two digits each, and a street without a number if there is none", () => {
    const customer = { ...wholeForm("nora@example.ch"), day: "4", month: "3", number: "" };
    const contactMedium = [{}, {}, { street1: "Bahnhofstrasse" }];
    expect(partyOf({ customer })).toMatchObject({ birthDate: "1991-03-04T00:00:00Z", contactMedium });
  });

  test("at another person's letter box has the c/o as the second line of the street, and the schema accepts it", async () => {
    const order = orderOf(SMART30, { customer: { ...wholeForm("nora@example.ch"), careOf: "Familie Meier" } });
    const address = expect.objectContaining({ street1: "Bahnhofstrasse 1", street2: "c/o Familie Meier" });
    expect(partyOf({ customer: order.customer })).toMatchObject({ contactMedium: [{}, {}, address] });
    expect(orderingMistakes("ProductOrderCreateEvent", eventOf(order))).toEqual([]);
    expect(JSON.stringify(partyOf({}))).not.toContain("street2");
  });

  test("with a P.O. box has it beside the street, which stays for residents", async () => {
    const order = orderOf(SMART30, { customer: { ...wholeForm("nora@example.ch"), poBox: "Postfach 12" } });
    const address = expect.objectContaining({ street1: "Bahnhofstrasse 1", poBox: "Postfach 12", city: "Zürich" });
    expect(partyOf({ customer: order.customer })).toMatchObject({ contactMedium: [{}, {}, address] });
    expect(orderingMistakes("ProductOrderCreateEvent", eventOf(order))).toEqual([]);
    expect(JSON.stringify(partyOf({}))).not.toContain("poBox");
  });

  test("of a business without a company on record has the person's name; a person has no company", () => {
    expect(partyOf({ business: true })).toMatchObject({ "@referredType": "Organization", name: "Nora Beispiel" });
    const person = partyOf({});
    for (const field of ["organizationIdentification", "isLegalEntity", "contactPerson"])
      expect(person).not.toHaveProperty(field);
  });

  test("of a company without a number in the register has none", () => {
    const company = partyOf({ business: true, organisation: { name: "Muster AG" } });
    expect(company).toMatchObject({ name: "Muster AG" });
    expect(company).not.toHaveProperty("organizationIdentification");
  });
});

describe("an event", () => {
  const partyOf = (order: EventOrder) => productOrderEvent(order).event.productOrder;
  const postpaid = { type: "Tariff", tariff: "SMART30" } as const;

  test("has the date of placement, and the day of creation", () => {
    const placedAt = new Date("2026-11-26T08:00:00Z");
    const event = productOrderEvent(orderOf(postpaid, { placedAt }));
    expect(event.eventTime).toBe(placedAt.toISOString());
    expect(event.event.productOrder).toMatchObject({ creationDate: AT.toISOString() });
  });

  test("names the company as the account's holder, and omits a birth date that the customer base does not have", () => {
    const customer = { ...wholeForm("b@example.ch"), year: "", month: "", day: "", idNo: "X1234567" };
    const organisation = { name: "Muster AG" };
    const order = partyOf(orderOf(postpaid, { business: true, organisation, customer }));
    expect(order.billingAccount).toMatchObject({ name: "Muster AG", ratingType: "postpaid" });
    const [party] = order.relatedParty as { partyOrPartyRole: object }[];
    expect(party?.partyOrPartyRole).not.toHaveProperty("birthDate");
  });

  test("bills a business customer's prepaid order, which is on the bill", () => {
    const prepaid = { type: "Tariff", tariff: "PREPAID20" } as const;
    expect(partyOf(orderOf(prepaid, { business: true })).billingAccount.ratingType).toBe("postpaid");
    expect(partyOf(orderOf(prepaid)).billingAccount.ratingType).toBe("prepaid");
  });

  test("has no term for products paid in advance", () => {
    const [tv] = itemsOf(orderOf({ type: "TV Tariff", tv_tariff: "277" }));
    expect(tv && valuesOf(tv)).not.toHaveProperty("bindingMonths");
  });

  test("contains the issuer of the document in words, and the location of the accepted terms", () => {
    const terms = {
      version: "1",
      at: AT.toISOString(),
      locale: "de",
      documents: [{ code: "agb", title: "AGB", url: "/legal/agb-mobile" }],
    } as const;
    const order = partyOf(orderOf(postpaid, { terms }));
    expect(order.agreement).toMatchObject([{ url: "https://shop.example.ch/legal/agb-mobile" }]);
    const [party] = order.relatedParty as { partyOrPartyRole: { individualIdentification: object[] } }[];
    expect(party?.partyOrPartyRole.individualIdentification).toMatchObject([
      { identificationTypeName: "swissPassport", issuingCountry: "CH" },
    ]);
  });
});

describe("later events", () => {
  const order = { id: "order-1", number: "K100001" };
  const head = { eventTime: AT.toISOString(), correlationId: "order-1" };

  test("report that an order is cancelled, with all its items and the reason", () => {
    const event = cancelledEvent({ ...order, items: 2, deviceSent: true }, "changed her mind", AT);
    const item = { "@type": "ProductOrderItem", action: "add", state: "cancelled" };
    expect(event).toEqual({
      ...head,
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventType: "ProductOrderStateChangeEvent",
      "@type": "ProductOrderStateChangeEvent",
      event: {
        productOrder: {
          "@type": "ProductOrder",
          id: "K100001",
          state: "cancelled",
          cancellationDate: AT.toISOString(),
          cancellationReason: "changed her mind",
          deviceSent: true,
          productOrderItem: [
            { ...item, id: "1" },
            { ...item, id: "2" },
          ],
        },
      },
    });
  });

  test("contain the ICCID of the first item's eSIM", () => {
    const iccid = { "@type": "StringCharacteristic", name: "iccid", valueType: "string", value: "8941" };
    const product = { "@type": "Product", productCharacteristic: [iccid] };
    expect(iccidEvent(order, "8941", AT)).toEqual({
      ...head,
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventType: "ProductOrderAttributeValueChangeEvent",
      "@type": "ProductOrderAttributeValueChangeEvent",
      event: {
        productOrder: {
          "@type": "ProductOrder",
          id: "K100001",
          productOrderItem: [{ "@type": "ProductOrderItem", id: "1", action: "add", product }],
        },
      },
    });
  });
});
