import { afterAll, beforeAll, expect, test } from "vitest";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import type { BodyOf } from "#contract/shop/calls.ts";
import { francs, fromChf, type Chf } from "#core/money/money.ts";
import { LOCALES } from "#core/text/locale.ts";
import { sellWithDownPayment, WITH_DOWN_PAYMENT } from "../support/down-payment.ts";
import { personForm, picture } from "../support/people.ts";
import { textOfPdf } from "../support/pdf.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
  await sellWithDownPayment(shop);
});
afterAll(() => shop.stop());

type Json = Record<string, unknown>;
type Price = { name: string; price: { taxIncludedAmount: { value: number }; dutyFreeAmount: { value: number } } };
type Item = {
  id: string;
  productOffering: { id: string; name: string };
  product: { productCharacteristic: { name: string; value: string }[] };
  itemPrice: Price[];
  itemTerm?: { name: string; description: string; duration: { amount: number } }[];
  productOrderItemRelationship?: { id: string }[];
};
type Sold = { productOrderItem: Item[]; orderTotalPrice: Price[]; payment: Json[]; agreement: Json[] } & Json;

/** Every kind of sale: the choice, the customer, and the content that all four papers must have, in German. */
const SALES: readonly {
  readonly name: string;
  readonly record: BodyOf<"checkout">;
  readonly who?: "business";
  readonly form?: Json;
  readonly says: readonly string[];
  /** The name of each item of the event's TMF622 terms, with its months. */
  readonly terms: readonly string[];
}[] = [
  {
    name: "postpaid with an offer, a limit, a bonus, bundles, insurance, a device and bills by post",
    record: {
      type: "Tariff",
      tariff: "SMART60",
      mobile: "AARE5",
      bonus: 1,
      tv_tariff: "TVS",
      tv_duration: 12,
      limit: 50,
      postBill: 1,
      insurance: 1,
      bundles: ["EU10"],
    },
    form: { typeOfBill: "post" },
    says: [
      "Mindestlaufzeit 24 Monate",
      "CHF\u00a039.90 pro Monat während 24 Monaten, danach CHF\u00a059.90",
      "24 Raten zu CHF",
      "TV-Bonus zum Abo, 12 Monate ohne Aufpreis",
      "Kostenlimite für Zusatzkosten: CHF\u00a050.– pro Monat.",
      "Kündigung mit 60 Tagen Frist, frühestens auf das Ende der Mindestlaufzeit",
      "kein allgemeines Widerrufsrecht",
      "Es ist nichts im Voraus zu bezahlen",
      "als SIM-Karte",
    ],
    terms: ["minimumTerm 24", "promotion 24", "instalments 24", "duration 12"],
  },
  {
    name: "postpaid by the month with an activation fee and an eSIM",
    record: { type: "Tariff", tariff: "SMART30", binding: "182400002" },
    form: { simType: "1" },
    says: [
      "Ohne Mindestlaufzeit",
      "Aktivierung CHF\u00a049.–, auf der ersten Rechnung",
      "Kündigung jederzeit mit 60 Tagen Frist.",
      "als eSIM",
    ],
    terms: ["minimumTerm 1"],
  },
  {
    name: "a device with a down payment",
    record: WITH_DOWN_PAYMENT,
    says: [
      "Anzahlung CHF\u00a099.–",
      "Urheberrechtsabgabe CHF\u00a02.–",
      "Bezahlt: CHF\u00a099.–",
      "Sandbox, Referenz",
    ],
    terms: ["minimumTerm 24", "promotion 24", "instalments 24"],
  },
  {
    name: "SIM only with a transfer",
    record: { type: "Tariff", tariff: "SIMONLY20" },
    form: { mnp: 1, mnpMsisdn: "079 555 01 43", mnpSubscriptionType: "Postpaid" },
    says: ["Ohne Mindestlaufzeit", "Es ist nichts im Voraus zu bezahlen"],
    terms: ["minimumTerm 1"],
  },
  {
    name: "prepaid, paid",
    record: { type: "Tariff", tariff: "PREPAID20", bundles: ["EU10"] },
    says: ["Bezahlt: CHF\u00a029.–"],
    terms: [],
  },
  {
    name: "prepaid for nothing",
    record: { type: "Tariff", tariff: "PREPAID0" },
    says: ["Für diese Bestellung ist nichts zu bezahlen."],
    terms: [],
  },
  {
    name: "prepaid of a business customer, by bill",
    record: { type: "Tariff", tariff: "PREPAID20" },
    who: "business",
    says: ["CHF\u00a020.– stehen auf der ersten Rechnung", "Auf Rechnung"],
    terms: [],
  },
  {
    name: "TV by the month",
    record: { type: "Tv Device", tv_tariff: "TVM", tv_duration: 12, tv_device: ["STB1"] },
    says: [
      "CHF 22.90 pro Monat während 12 Monaten, danach CHF 22.90",
      "Mindestlaufzeit 21 Monate",
      "Total über 21 Monate: CHF\u00a0632.80",
    ],
    terms: ["minimumTerm 21", "duration 12"],
  },
  {
    name: "TV in advance",
    record: { type: "Tv Device", tv_tariff: "277", tv_device: ["STB2"] },
    says: ["12 Monate im Voraus, endet von selbst", "inbegriffen", "Bezahlt: CHF"],
    terms: ["duration 12"],
  },
];

async function buy(sale: (typeof SALES)[number], at: number): Promise<{ shopper: Shopper; email: string }> {
  const shopper = shop.shopper();
  const email = sale.who ? "bruno.frei@example.ch" : `paper${at}@example.ch`;
  await shopper.choose(sale.record);
  const tv = sale.record.type === "Tv Device";
  if (sale.who) {
    await expectOk("login", shopper.logIn(email));
    await expectOk("upload", shopper.upload(image));
    await expectOk("create", shopper.createCustomer(personForm(email)));
  } else await shopper.becomeCustomer(email, tv ? null : image, sale.form ?? {});
  const begun = await expectOk("payment", shopper.call("prepareTransaction"));
  if ("redirectUrl" in begun) {
    const hostedId = await shopper.pressAtProvider(begun.redirectUrl, "pay");
    await expectOk("status", shopper.transactionStatus(hostedId ?? ""));
  }
  await expectOk("order", shopper.call("createOrder", {}));
  return { shopper, email };
}

async function pdfOf(shopper: Shopper): Promise<string> {
  const name: EndpointName = "confirmation";
  const response = await fetch(shop.url + API_PREFIX + PATHS[name][1], {
    headers: {
      locale: shopper.locale,
      checkoutId: shopper.checkoutId ?? "",
      authorization: `Bearer ${shopper.token}`,
    },
  });
  return textOfPdf(new Uint8Array(await response.arrayBuffer()));
}

/** Removes spaces and dots between notes, because a PDF breaks lines anywhere. */
const squeezed = (text: string) => text.replace(/[\s·]+/g, "");

test.each(SALES.map((sale, at) => [sale.name, sale, at] as const))(
  "%s: page, mail, PDF and event agree",
  async (_name, sale, at) => {
    const { shopper, email } = await buy(sale, at);
    const page = await expectOk("order page", shopper.call("order"));
    const { lines, labels, terms } = page.agreement;
    const mail = await eventually("the mail", async () =>
      (await shop.messages(email)).find(({ text }) => text.includes(page.orderNumber)),
    );
    const pdf = await pdfOf(shopper);
    const event = await eventually("the event", async () =>
      (await shop.orders()).find(
        (each) => each.eventType === "ProductOrderCreateEvent" && each.event.productOrder.id === page.orderNumber,
      ),
    );
    expect(orderingMistakes("ProductOrderCreateEvent", event)).toEqual([]);
    const sold = event.event.productOrder as unknown as Sold;

    for (const words of sale.says)
      expect(squeezed([...lines.flatMap(({ notes }) => notes), ...terms, labels.total].join(" "))).toContain(
        squeezed(words),
      );
    // The papers contain every word and amount of the page, in its order.
    const amountsOf = (of: Record<"billing" | "oneTime" | "total", Chf>) =>
      [of.billing, of.oneTime, of.total]
        .filter((amount) => fromChf(amount) !== 0)
        .map((amount) => `CHF\u00a0${francs(fromChf(amount))}`);
    const pieces = [...lines.flatMap((line) => [line.name, ...line.notes]), ...terms];
    for (const paper of [mail.text, pdf]) {
      let from = 0;
      const text = squeezed(paper);
      for (const piece of pieces) {
        const found = text.indexOf(squeezed(piece), from);
        expect(found, `"${piece}" in its place`).toBeGreaterThanOrEqual(0);
        from = found;
      }
      for (const amount of [...lines.flatMap(amountsOf), ...amountsOf(page)]) expect(text).toContain(squeezed(amount));
    }
    // The event has an item for each line, with the same amounts, and the same terms.
    expect(sold.productOrderItem.map(({ productOffering }) => productOffering.name)).toEqual(
      lines.map(({ name }) => name),
    );
    const gross = (prices: readonly Price[]) =>
      prices.reduce((sum, { price }) => sum + Math.round(price.taxIncludedAmount.value * 100), 0);
    for (const [index, line] of lines.entries())
      expect(gross(sold.productOrderItem[index]?.itemPrice ?? [])).toBe(
        fromChf(line.billing) + fromChf(line.oneTime) + fromChf(line.total),
      );
    expect(
      sold.productOrderItem
        .flatMap(({ itemTerm = [] }) => itemTerm)
        .map((term) => `${term.name} ${term.duration.amount}`),
    ).toEqual(sale.terms);
    // Totals are the sums of their items, net and gross, name by name.
    for (const total of sold.orderTotalPrice) {
      const own = sold.productOrderItem.flatMap(({ itemPrice }) => itemPrice.filter(({ name }) => name === total.name));
      for (const kind of ["taxIncludedAmount", "dutyFreeAmount"] as const)
        expect(Math.round(total.price[kind].value * 100)).toBe(
          own.reduce((sum, { price }) => sum + Math.round(price[kind].value * 100), 0),
        );
    }
    // "paidNow" is the amount paid, and requires a payment.
    const paidNow = sold.orderTotalPrice.find(({ name }) => name === "paidNow");
    expect(paidNow === undefined).toBe(page.settlement !== "paid");
    expect(sold.payment).toHaveLength(page.settlement === "paid" ? 1 : 0);
    expect(sold.agreement).toMatchObject([{ language: "de", version: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
    // Every item except the first depends on another.
    for (const { id, productOrderItemRelationship } of sold.productOrderItem)
      expect(productOrderItemRelationship?.length ?? 0).toBe(id === "1" ? 0 : 1);
  },
);

test("the event contains the person's data and rights: organisation, nationalities, who gave the authority for a transfer", async () => {
  const orders = await shop.orders();
  const orderOf = (email: string) =>
    orders.find((order) => JSON.stringify(order).includes(`"${email}"`))?.event.productOrder as unknown as Sold;
  expect(orderOf("bruno.frei@example.ch")).toMatchObject({
    customerType: "business",
    relatedParty: [
      {
        partyOrPartyRole: {
          "@referredType": "Organization",
          name: "Frei Schreinerei GmbH",
          contactPerson: "Bruno Frei",
          organizationIdentification: [{ identificationType: "UID", identificationId: "CHE-123.456.788" }],
          existingCustomer: true,
        },
      },
    ],
  });
  const transfer = orderOf("paper3@example.ch");
  expect(transfer).toMatchObject({
    customerType: "residential",
    billingAccount: { ratingType: "postpaid", billDelivery: "email" },
    relatedParty: [
      {
        partyOrPartyRole: {
          "@referredType": "Individual",
          existingCustomer: false,
          nationalities: ["CH"],
          individualIdentification: [
            { channel: "online-shop", recordedBy: "Alpenfon", recordedAt: expect.any(String) },
          ],
        },
      },
    ],
  });
  const characteristics = Object.fromEntries(
    (transfer.productOrderItem[0]?.product.productCharacteristic ?? []).map(({ name, value }) => [name, value]),
  );
  expect(characteristics).toMatchObject({
    mnpMsisdn: "41795550143",
    mnpHolder: "Nora Beispiel",
    mnpAuthorityGivenBy: "Nora Beispiel",
    mnpAuthorityGivenAt: expect.stringMatching(/^20/),
  });
});

test("the agreement is in the language of its reader", async () => {
  const { shopper } = await buy({ name: "", record: { type: "Tariff", tariff: "SMART60" }, says: [], terms: [] }, 100);
  const notes = new Set<string>();
  for (const locale of LOCALES) {
    shopper.locale = locale;
    notes.add((await expectOk("order page", shopper.call("order"))).agreement.terms.join(" "));
  }
  expect(notes.size).toBe(LOCALES.length);
});
