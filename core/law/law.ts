import {
  acceptedDocuments,
  type DocumentContract,
  type DocumentLaw,
  type DocumentRules,
} from "../document/documents.ts";

/** An entry of a table. It applies from the start of its day in Switzerland until the next entry starts. */
type Dated = {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** Where the law is published, so that it can be verified. */
  readonly source: string;
};

/** The data about the holder of a SIM that has to be recorded and handed over (VÜPF Art. 20a). */
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

/** The rules of laws and authorities, each with the days from which they apply, oldest first (docs/law.md). */
export type Law = {
  /** The standard rate of VAT. */
  readonly vat: readonly (Dated & { readonly standardPercent: number })[];
  /** The identity documents that are accepted. */
  readonly documents: readonly (Dated & DocumentLaw)[];
  /** The data to record about everyone, and the additional data to record about prepaid customers. */
  readonly identityItems: readonly (Dated & {
    readonly all: readonly IdentityItem[];
    readonly prepaid: readonly IdentityItem[];
  })[];
  /**
   * How many days the identity document of an order is stored: the picture and the typed data. The day of the order
   * decides which entry applies.
   */
  readonly documentRetention: readonly (Dated & { readonly days: number })[];
  /**
   * How many days an order is stored, with its customer and its payments. The day of the order decides which entry
   * applies.
   */
  readonly orderRetention: readonly (Dated & { readonly days: number })[];
  /** How many days a credit refusal is remembered, to notice if the same person changes their details. */
  readonly creditRefusal: readonly (Dated & { readonly days: number })[];
  /** How many days an online order can be withdrawn. */
  readonly withdrawal: readonly (Dated & { readonly days: number })[];
};
export type LawTable = keyof Law;

/** The law on one day; null for a table that starts later. */
export type LawOfDay = { readonly [Table in LawTable]: Law[Table][number] | null };

/** By this day every table has started; no order is older. */
export const FIRST_LAW_DAY = "2024-01-01";

/** Returns the law on a day in Switzerland (`YYYY-MM-DD`). */
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

/** Returns a table's rule on a day. Throws a RangeError for a day before the table starts. */
export function ruleOn<Table extends LawTable>(law: Law, table: Table, day: string): Law[Table][number] {
  const entry = lawOn(law, day)[table];
  if (!entry) throw new RangeError(`The law table ${table} has no entry for ${day}`);
  return entry;
}

/** Returns the data that has to be recorded for a contract. Nothing for TV, which has no SIM. */
export function itemsFor(
  { all, prepaid }: IdentityLaw,
  { family, postpaid }: DocumentContract,
): readonly IdentityItem[] {
  if (family === "tv") return [];
  return postpaid ? all : [...all, ...prepaid];
}
type IdentityLaw = Pick<Law["identityItems"][number], "all" | "prepaid">;

/** Returns the documents that are accepted for a contract on a day, and whether a copy is required. */
export function documentsOn(law: Law, contract: DocumentContract, day: string): DocumentRules {
  return {
    offered: acceptedDocuments(ruleOn(law, "documents", day), contract),
    copyNeeded: itemsFor(ruleOn(law, "identityItems", day), contract).includes("copy"),
  };
}
