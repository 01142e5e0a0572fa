import { describe, expect, test } from "vitest";
import { itemsFor, type Law } from "#core/law/law.ts";
import { productOrderEvent } from "#server/sale/order/event/product-order.ts";
import { ORDERED_AT, orderToHandOver } from "../support/handed-over.ts";
import { LAW } from "../support/law.ts";
import { SMART30 } from "../support/order-services.ts";

const PREPAID20 = { type: "Tariff", tariff: "PREPAID20" } as const;

type Item = Law["identityItems"][number]["all"][number];
type Fields = Record<string, unknown>;
type Party = Fields & {
  readonly individualIdentification: readonly Fields[];
  readonly contactMedium: readonly Fields[];
};

/** The position of each item in the hand-over event, and its expected value. */
const PLACES: Readonly<Record<Item, (party: Party, document: Fields) => readonly [found: unknown, expected: unknown]>> =
  {
    surname: ({ familyName }) => [familyName, "Beispiel"],
    givenNames: ({ givenName }) => [givenName, "Nora"],
    birthDate: ({ birthDate }) => [birthDate, "1991-03-14T00:00:00Z"],
    documentType: (_, { identificationTypeName }) => [identificationTypeName, "swissPassport"],
    documentNumber: (_, { identificationId }) => [identificationId, "X1234567"],
    issuingCountry: (_, { issuingCountry }) => [issuingCountry, "CH"],
    nationality: ({ nationalities }) => [nationalities, ["CH"]],
    address: ({ contactMedium }) => [
      contactMedium.find(({ contactType }) => contactType === "home"),
      expect.objectContaining({ street1: "Bahnhofstrasse 1", postCode: "8001", city: "Zürich", country: "CH" }),
    ],
    copy: (_, { attachment }) => [attachment, [expect.objectContaining({ href: COPY })]],
    time: (_, { recordedAt }) => [recordedAt, ORDERED_AT.toISOString()],
    channel: (_, { channel }) => [channel, "online-shop"],
    recordedBy: (_, { recordedBy }) => [recordedBy, "Alpenfon"],
  };
const COPY = "https://shop.example.ch/public-api/order-documents/a-reference";

/** The recorded items of each entry in the law's table, of any day. */
const orders = LAW.identityItems.flatMap((law) => [
  ["postpaid", law.from, SMART30, itemsFor(law, { family: "mobile", postpaid: true })] as const,
  ["prepaid", law.from, PREPAID20, itemsFor(law, { family: "mobile", postpaid: false })] as const,
]);

describe.each(orders)(
  "the hand-over event of a %s order contains the items that the law of %s requires",
  (_kind, _from, record, items) => {
    const { relatedParty } = productOrderEvent(orderToHandOver(record, { documentUrl: COPY })).event.productOrder;
    const party = (relatedParty[0] as { partyOrPartyRole: Party }).partyOrPartyRole;

    test.each(items.map((item) => [item]))("%s", (item) => {
      const [found, expected] = PLACES[item](party, party.individualIdentification[0] ?? {});
      expect(found).toEqual(expected);
    });
  },
);
