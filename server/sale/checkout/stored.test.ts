import fc from "fast-check";
import { expect, test } from "vitest";
import { priceRecord, type Quote } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import demo from "../../../demo/customers.json" with { type: "json" };
import { anyRecord } from "../../../test/support/any-record.ts";
import { demoCatalogue } from "../../../test/support/demo-catalogue.ts";
import { readProfile, storedProfile } from "#server/sale/identity/profile.ts";
import { readCustomerCreated, readShown, readSolvency, readStoredRecord, readTerms, storedShown } from "./stored.ts";

const stored = (value: object): unknown => JSON.parse(JSON.stringify(value));
const TOTALS = { monthly: 3990, firstBill: 0, dueNow: 0 };

function quoteOf(record: CheckoutRecord): Quote | null {
  const read = readRecord(record, demoCatalogue);
  return read.ok ? priceRecord(read.checked, demoCatalogue) : null;
}

test("stored data is read as it was written: every record and its quote", () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      expect(readStoredRecord(stored(record))).toEqual(stored(record));
      const quote = quoteOf(record);
      if (quote === null) return;
      const shown = { quote, catalogueVersion: 3, unagreed: { catalogueVersion: 2, totals: TOTALS } };
      expect(readShown(JSON.parse(storedShown(shown)))).toEqual(stored(shown));
    }),
  );
  const quote = quoteOf({ type: "Tariff", tariff: "SMART30" });
  const names = { billing: 2490, oneTime: 4900, total: 0 };
  expect(quote && JSON.parse(storedShown({ quote, catalogueVersion: 1 }))).toMatchObject({
    quote: { ...names, lines: [names] },
  });
  const terms = { version: "a", at: "2026-11-26T10:00:00Z", locale: "de", documents: [], authority: "Ich …" };
  expect(readTerms(stored(terms))).toEqual(terms);
  for (const { userId, phone, contracts, solvent, person, address } of demo.customers) {
    const profile = { userId, phone, contracts, solvent, ...(person && { person }), ...(address && { address }) };
    expect(storedProfile(readProfile(profile))).toEqual(profile);
  }
});

test("rows of earlier versions are read: missing fields stay missing", () => {
  const quote = quoteOf({ type: "Tariff", tariff: "PREPAID20" });
  if (!quote) throw new Error("PREPAID20 is not for sale");
  expect(readShown(JSON.parse(storedShown({ quote, catalogueVersion: 1 })))).not.toHaveProperty("unagreed");
  expect(readSolvency({ person: "p", solvent: false })).toEqual({ person: "p", solvent: false });
  expect([readSolvency(null), readTerms(null), readCustomerCreated(null)]).toEqual([null, null, null]);
});

test.each([
  ["a record of no known type", () => readStoredRecord({ type: "Fax" })],
  ["a quote without lines", () => readShown({ quote: TOTALS, catalogueVersion: 1 })],
  ["a solvency check without an answer", () => readSolvency({ person: "p" })],
  ["terms in no language", () => readTerms({ version: "a", at: "", documents: [] })],
  ["no object", () => readCustomerCreated("x")],
])("%s is a fault: nothing is guessed", (_what, read) => expect(read).toThrow());
