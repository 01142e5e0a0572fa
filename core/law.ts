import type { DocumentLaw } from "./documents.ts";

/** An entry of a table: it holds from the beginning of its day in Switzerland until the next entry begins. */
type Dated = {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** Where it is written, for whoever checks it. */
  readonly source: string;
};

/** What VÜPF Art. 20a has recorded of the holder of a SIM and handed over. */
export const IDENTITY_ITEMS = [
  "surname",
  "givenNames",
  "birthDate",
  "documentType",
  "documentNumber",
  "issuingCountry",
  "nationality",
  "address",
  "copy",
  "time",
  "channel",
  "recordedBy",
] as const;
type IdentityItem = (typeof IDENTITY_ITEMS)[number];

/** What law and authorities prescribe, each with the days from which it holds, oldest first (docs/law.md). */
export type Law = {
  /** The standard rate of VAT. */
  readonly vat: readonly (Dated & { readonly standardPercent: number })[];
  /** The identity documents that are accepted. */
  readonly documents: readonly (Dated & DocumentLaw)[];
  /** What is recorded of everyone, and of who buys prepaid besides. */
  readonly identityItems: readonly (Dated & {
    readonly all: readonly IdentityItem[];
    readonly prepaid: readonly IdentityItem[];
  })[];
  /** For how many days after the order things are kept. */
  readonly retention: readonly (Dated & { readonly days: { readonly documents: number; readonly orders: number } })[];
  /** For how many days an order on the internet may be withdrawn. */
  readonly withdrawal: readonly (Dated & { readonly days: number })[];
};
export type LawTable = keyof Law;

/** The law of one day; null where a table begins later. */
export type LawOfDay = { readonly [Table in LawTable]: Law[Table][number] | null };

/** No order is older: every table has begun by this day. */
export const FIRST_LAW_DAY = "2024-01-01";

/** What holds on a day in Switzerland (`YYYY-MM-DD`). */
export function lawOn(law: Law, day: string): LawOfDay {
  const on = <Entry extends Dated>(table: readonly Entry[]) => table.findLast(({ from }) => from <= day) ?? null;
  return {
    vat: on(law.vat),
    documents: on(law.documents),
    identityItems: on(law.identityItems),
    retention: on(law.retention),
    withdrawal: on(law.withdrawal),
  };
}

/** What one table says on a day. Throws a RangeError for a day before the table begins. */
export function ruleOn<Table extends LawTable>(law: Law, table: Table, day: string): Law[Table][number] {
  const entry = lawOn(law, day)[table];
  if (!entry) throw new RangeError(`The law's table ${table} says nothing of ${day}`);
  return entry;
}
