import * as v from "valibot";
import { ALTERNATIVES, SOLVENCY_CHECKS, TV_DURATIONS } from "#core/catalogue/codes.ts";
import { FEE_CODES, LINE_KINDS, type LineKind } from "#core/price/lines.ts";
import type { Quote as InnerQuote, Totals } from "#core/price/pricing.ts";
import type { Reduction } from "#core/checkout-record/reduction.ts";
import { HOLDER_DETAIL_NAMES, HOLDER_VERDICTS, MATCHES } from "#core/phone-numbers/holder-match.ts";
import { LOCALES } from "#core/text/locale.ts";
import { RECORD_TYPES, type CheckoutRecord } from "#core/checkout-record/record.ts";
import type { AcceptedTerms, CustomerCreated, FilledIn, HolderMatch, ShownQuote, SolvencyAnswer } from "./tables.ts";

// JSON stored with a checkout. Rows of earlier versions may lack what is optional here; any other difference is an
// error.

const number = v.number();
const text = v.string();
const flag = v.boolean();

const Names = v.object(v.entriesFromList(LOCALES, text));
const StoredReduction: v.GenericSchema<unknown, Reduction> = v.object({
  by: text,
  reference: text,
  name: Names,
  off: v.union([v.object({ amount: number }), v.object({ percent: number })]),
  when: v.union([v.literal("once"), v.object({ months: v.nullable(number) })]),
  on: v.nullable(v.array(text)),
});
const Record: v.GenericSchema<unknown, CheckoutRecord> = v.object({
  type: v.picklist(RECORD_TYPES),
  tariff: v.exactOptional(text),
  mobile: v.exactOptional(text),
  binding: v.exactOptional(text),
  tv_tariff: v.exactOptional(text),
  tv_duration: v.exactOptional(number),
  tv_device: v.exactOptional(v.array(text)),
  bundles: v.exactOptional(v.array(text)),
  limit: v.exactOptional(number),
  insurance: v.exactOptional(flag),
  postBill: v.exactOptional(flag),
  bonus: v.exactOptional(flag),
  deviceInFull: v.exactOptional(flag),
  deposit: v.exactOptional(flag),
  reductions: v.exactOptional(v.array(StoredReduction)),
});

// Stored amounts have their names on the wire. All versions use these names, because processes of the previous version
// read the same rows.
const TOTALS = { billing: number, oneTime: number, total: number };
type StoredTotals = { billing: number; oneTime: number; total: number };
type Renamed<Of, From extends object, To> = Of extends From ? Omit<Of, keyof From> & To : never;
const fromStored = <Of extends StoredTotals>({ billing, oneTime, total, ...rest }: Of) =>
  ({ ...rest, monthly: billing, firstBill: oneTime, dueNow: total }) as Renamed<Of, StoredTotals, Totals>;
const toStored = <Of extends Totals>({ monthly, firstBill, dueNow, ...rest }: Of) => ({
  ...rest,
  billing: monthly,
  oneTime: firstBill,
  total: dueNow,
});
const LINE = {
  ...TOTALS,
  price: v.exactOptional(number),
  oldPrice: v.exactOptional(v.nullable(number)),
  postpaid: v.exactOptional(flag),
  binding: v.exactOptional(number),
  tvDuration: v.exactOptional(v.picklist(TV_DURATIONS)),
  insurancePrice: v.exactOptional(number),
  activationOneTimePriceOnBilling: v.exactOptional(number),
  activationOneTimePriceNow: v.exactOptional(number),
  deviceMonthlyWithoutUra: v.exactOptional(number),
  recursivePriceBilling: v.exactOptional(number),
};
const isProduct = (kind: LineKind): kind is Exclude<LineKind, "other"> => kind !== "other";

const Quote = v.pipe(
  v.object({
    ...TOTALS,
    lines: v.array(
      v.variant("kind", [
        v.object({ ...LINE, kind: v.picklist(LINE_KINDS.filter(isProduct)), code: text }),
        v.object({ ...LINE, kind: v.literal("other"), code: v.picklist(FEE_CODES) }),
        v.object({
          ...LINE,
          kind: v.literal("other"),
          code: v.literal("reduction"),
          by: text,
          reference: text,
          name: Names,
          months: v.nullable(number),
        }),
      ]),
    ),
    postpaid: flag,
    limit: number,
    action: v.nullable(v.object({ price: number, oldPrice: number })),
    chosenTv: v.nullable(v.object({ tvTariff: text, duration: v.picklist(TV_DURATIONS) })),
  }),
  v.transform((quote) => ({ ...fromStored(quote), lines: quote.lines.map(fromStored) })),
);
const Shown: v.GenericSchema<unknown, ShownQuote> = v.object({
  quote: Quote,
  catalogueVersion: number,
  unagreed: v.exactOptional(
    v.object({ catalogueVersion: number, totals: v.pipe(v.object(TOTALS), v.transform(fromStored)) }),
  ),
});

/** Returns a quote in its stored form. */
export const storedQuote = (quote: InnerQuote) => ({ ...toStored(quote), lines: quote.lines.map(toStored) });

/** Returns a shown quote as JSON to store. */
export function storedShown({ quote, unagreed, ...rest }: ShownQuote): string {
  const before = unagreed && { unagreed: { ...unagreed, totals: toStored(unagreed.totals) } };
  return JSON.stringify({ ...rest, quote: storedQuote(quote), ...before });
}

const Solvency: v.GenericSchema<unknown, SolvencyAnswer> = v.object({
  person: text,
  solvent: flag,
  check: v.optional(v.picklist([...SOLVENCY_CHECKS, "changed"])),
  accepts: v.optional(v.array(v.picklist(ALTERNATIVES))),
});

const Filled: v.GenericSchema<unknown, FilledIn> = v.object({
  at: text,
  locale: v.picklist(LOCALES),
  text,
  fields: v.array(text),
});

const Score = v.pipe(number, v.integer(), v.minValue(0), v.maxValue(100));
const StoredHolderMatch: v.GenericSchema<unknown, HolderMatch> = v.object({
  text,
  locale: v.picklist(LOCALES),
  at: text,
  asked: v.exactOptional(text),
  verdict: v.picklist(HOLDER_VERDICTS),
  details: v.record(
    v.picklist(HOLDER_DETAIL_NAMES),
    v.object({ match: v.picklist(MATCHES), score: v.exactOptional(Score) }),
  ),
  age: v.exactOptional(
    v.object({ ofAge: v.picklist(MATCHES), isVerified: v.nullable(flag), identityScore: v.nullable(Score) }),
  ),
});

const Terms: v.GenericSchema<unknown, AcceptedTerms> = v.object({
  version: text,
  at: text,
  locale: v.picklist(LOCALES),
  documents: v.array(v.object({ code: text, title: text, url: text })),
  authority: v.exactOptional(text),
  authorityLocale: v.exactOptional(v.picklist(LOCALES)),
  holderMatch: v.exactOptional(StoredHolderMatch),
  eid: v.exactOptional(v.object({ verification: text, at: text, instead: flag })),
  filledIn: v.exactOptional(Filled),
});

const Created: v.GenericSchema<unknown, CustomerCreated> = v.object({ contract: text, solvent: flag });

const reader =
  <Value>(schema: v.GenericSchema<unknown, Value>) =>
  (stored: unknown): Value =>
    v.parse(schema, stored);
const orNull =
  <Value>(read: (stored: unknown) => Value) =>
  (stored: unknown): Value | null =>
    stored === null ? null : read(stored);

export const readStoredRecord = reader(Record);
export const readShown = reader(Shown);
export const readSolvency = orNull(reader(Solvency));
export const readTerms = orNull(reader(Terms));
export const readFilledIn = orNull(reader(Filled));
export const readHolderMatch = orNull(reader(StoredHolderMatch));
export const readCustomerCreated = orNull(reader(Created));

/** Returns terms for an order or a person, without the hash that only keeps a checkout from asking twice. */
export function withoutDigest(terms: AcceptedTerms | null): AcceptedTerms | null {
  if (!terms?.holderMatch) return terms;
  const { asked: _asked, ...holderMatch } = terms.holderMatch;
  return { ...terms, holderMatch };
}
