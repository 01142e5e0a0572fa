import {
  acceptedDocuments,
  type DocumentContract,
  type DocumentLaw,
  type DocumentRules,
} from "../document/documents.ts";

/** An entry of a table: it applies from the start of its day in Switzerland until the next entry starts. */
type Dated = {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** The legal source, for verification. */
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

/** The rules of law and authorities, each with the days from which it applies, oldest first (docs/law.md). */
export type Law = {
  /** The standard rate of VAT. */
  readonly vat: readonly (Dated & { readonly standardPercent: number })[];
  /** The identity documents that are accepted. */
  readonly documents: readonly (Dated & DocumentLaw)[];
  /** The data that is recorded about everyone, and in addition about prepaid customers. */
  readonly identityItems: readonly (Dated & {
    readonly all: readonly IdentityItem[];
    readonly prepaid: readonly IdentityItem[];
  })[];
  /**
   * The number of days for which the identity document of an order of that day is stored: the picture and the typed
   * data.
   */
  readonly documentRetention: readonly (Dated & { readonly days: number })[];
  /** The number of days for which an order of that day is stored, with its customer and its payments. */
  readonly orderRetention: readonly (Dated & { readonly days: number })[];
  /**
   * The number of days for which a credit refusal is remembered, so that changed details of the same person are
   * noticed.
   */
  readonly creditRefusal: readonly (Dated & { readonly days: number })[];
  /** The number of days within which an online order can be withdrawn. */
  readonly withdrawal: readonly (Dated & { readonly days: number })[];
};
export type LawTable = keyof Law;

/** The law of one day; null for a table that starts later. */
export type LawOfDay = { readonly [Table in LawTable]: Law[Table][number] | null };

/** Every table has started by this day; no order is older. */
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

/** Returns the rule of one table on a day. Throws a RangeError for a day before the table starts. */
export function ruleOn<Table extends LawTable>(law: Law, table: Table, day: string): Law[Table][number] {
  const entry = lawOn(law, day)[table];
  if (!entry) throw new RangeError(`The law table ${table} has no entry for ${day}`);
  return entry;
}

/** Returns the data that has to be recorded for a contract. None for TV, which has no SIM. */
export function itemsFor(
  { all, prepaid }: IdentityLaw,
  { family, postpaid }: DocumentContract,
): readonly IdentityItem[] {
  if (family === "tv") return [];
  return postpaid ? all : [...all, ...prepaid];
}
type IdentityLaw = Pick<Law["identityItems"][number], "all" | "prepaid">;

/** Returns the documents that are accepted for a contract on a day, and whether a copy has to be recorded. */
export function documentsOn(law: Law, contract: DocumentContract, day: string): DocumentRules {
  return {
    offered: acceptedDocuments(ruleOn(law, "documents", day), contract),
    copyNeeded: itemsFor(ruleOn(law, "identityItems", day), contract).includes("copy"),
  };
}
