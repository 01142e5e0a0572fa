import { priceRecord } from "#core/price/pricing.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { openAgainst, type OpenCheckout, type StoredCheckout } from "#server/sale/checkout/checkout.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { LAW } from "./law.ts";

/** Returns a checkout in memory: new and without a customer unless changed, priced by the demo catalogue. */
export function openCheckout(record: CheckoutRecord, change: Partial<StoredCheckout> = {}): OpenCheckout {
  const read = readRecord(record, demoCatalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const stored: StoredCheckout = {
    id: "c".repeat(32),
    revision: 1,
    record,
    shown: { quote: priceRecord(read.checked, demoCatalogue), catalogueVersion: 1 },
    locale: "de",
    source: "shop",
    registeredEmail: null,
    registeredHash: null,
    account: null,
    form: null,
    formStage: null,
    documentId: null,
    firstAnswerRepeats: false,
    customerCreated: null,
    solvency: null,
    terms: null,
    filledIn: null,
    createdAt: new Date("2026-11-24T10:00:00Z"),
    order: null,
    payments: [],
    available: null,
    ...change,
  };
  return openAgainst(stored, { catalogue: demoCatalogue, catalogueVersion: 1, law: LAW });
}
