import {
  acceptedDocuments,
  type DocumentContract,
  type DocumentLaw,
  type DocumentRules,
} from "../document/documents.ts";

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
  /** For how many days after an order of that day its document is kept: the picture, and what was typed off. */
  readonly documentRetention: readonly (Dated & { readonly days: number })[];
  /** For how many days an order of that day is kept, with its customer and its payments. */
  readonly orderRetention: readonly (Dated & { readonly days: number })[];
  /** For how many days a refusal of credit is remembered, so that other details of the same person are looked at. */
  readonly creditRefusal: readonly (Dated & { readonly days: number })[];
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
    documentRetention: on(law.documentRetention),
    orderRetention: on(law.orderRetention),
    creditRefusal: on(law.creditRefusal),
    withdrawal: on(law.withdrawal),
  };
}

/** What one table says on a day. Throws a RangeError for a day before the table begins. */
export function ruleOn<Table extends LawTable>(law: Law, table: Table, day: string): Law[Table][number] {
  const entry = lawOn(law, day)[table];
  if (!entry) throw new RangeError(`The law's table ${table} says nothing of ${day}`);
  return entry;
}

/** What has to be recorded for a contract. TV has no SIM, and so nothing. */
export function itemsFor(
  { all, prepaid }: IdentityLaw,
  { family, postpaid }: DocumentContract,
): readonly IdentityItem[] {
  if (family === "tv") return [];
  return postpaid ? all : [...all, ...prepaid];
}
type IdentityLaw = Pick<Law["identityItems"][number], "all" | "prepaid">;

/** The documents that a contract may be made with on a day, and whether a copy is one of the items to record. */
export function documentsOn(law: Law, contract: DocumentContract, day: string): DocumentRules {
  return {
    offered: acceptedDocuments(ruleOn(law, "documents", day), contract),
    copyNeeded: itemsFor(ruleOn(law, "identityItems", day), contract).includes("copy"),
  };
}
