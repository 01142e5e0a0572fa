import { isEu, STATELESS } from "../address/countries.ts";

/** Identity document codes (specification 3). */
export const DOCUMENT_TYPES = {
  "182400003": "swissIdCard",
  "182400004": "swissPassport",
  "182400005": "euIdCard",
  "182400006": "passport",
  "182400007": "permitB",
  "182400008": "permitC",
  "182400009": "permitF",
  "182400010": "permitL",
  "182400011": "permitN",
  "182400012": "permitG",
  "182400013": "passport",
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

export function isDocumentType(code: string | undefined): code is DocumentType {
  return code !== undefined && Object.hasOwn(DOCUMENT_TYPES, code);
}

export const DEFAULT_DOCUMENT_TYPE: DocumentType = "182400004";

export type DocumentContract = { readonly family: "mobile" | "tv"; readonly postpaid: boolean };

/** Groups of citizenships that have the same accepted documents. */
export const CITIZEN_GROUPS = ["swiss", "neighbours", "eu", "others"] as const;
type CitizenGroup = (typeof CITIZEN_GROUPS)[number];
/** The document types for each group of citizens, in display order. */
type DocumentsByGroup = { readonly [Group in CitizenGroup]: readonly DocumentType[] };

/** The law on identity documents on a given day (core/law/law.ts). */
export type DocumentLaw = {
  readonly groups: DocumentsByGroup;
  readonly notForPostpaidMobile: readonly DocumentType[];
};

/** The rules for one contract on a given day. */
export type DocumentRules = { readonly offered: DocumentsByGroup; readonly copyNeeded: boolean };

/** Returns the document types that are accepted for a contract. TV accepts all of them, postpaid or not. */
export function acceptedDocuments(law: DocumentLaw, { family, postpaid }: DocumentContract): DocumentsByGroup {
  const { groups, notForPostpaidMobile } = law;
  if (family === "tv" || !postpaid) return groups;
  const left = (types: readonly DocumentType[]) => types.filter((type) => !notForPostpaidMobile.includes(type));
  const { swiss, neighbours, eu, others } = groups;
  return { swiss: left(swiss), neighbours: left(neighbours), eu: left(eu), others: left(others) };
}

const NEIGHBOURS = new Set(["AT", "DE", "IT", "FR"]);

function groupOf(citizenship: string): CitizenGroup {
  if (citizenship === "CH") return "swiss";
  if (NEIGHBOURS.has(citizenship)) return "neighbours";
  return isEu(citizenship) ? "eu" : "others";
}

/** Returns the types that are offered for a citizenship, in display order. */
export function offeredDocuments(citizenship: string, { offered }: Offered): readonly DocumentType[] {
  return offered[groupOf(citizenship)];
}
type Offered = Pick<DocumentRules, "offered">;

/** Returns the type to preselect: the Swiss passport if it is offered, otherwise the first one. */
export function defaultDocument(citizenship: string, rules: Offered): DocumentType {
  const offered = offeredDocuments(citizenship, rules);
  return offered.includes(DEFAULT_DOCUMENT_TYPE) ? DEFAULT_DOCUMENT_TYPE : (offered[0] ?? DEFAULT_DOCUMENT_TYPE);
}

/**
 * Returns the document type after the citizenship was changed. Until the shopper chooses a type, the default for the
 * citizenship is used. A chosen type stays as long as it is offered.
 */
export function documentAfter(
  { from, to }: { readonly from: string; readonly to: string },
  type: string,
  rules: Offered,
): string {
  const offered: readonly string[] = offeredDocuments(to, rules);
  const isChosen = type !== defaultDocument(from, rules);
  return isChosen && offered.includes(type) ? type : defaultDocument(to, rules);
}

/** Permits of foreigners in Switzerland. */
export const PERMITS: readonly DocumentType[] = [
  "182400007",
  "182400008",
  "182400009",
  "182400010",
  "182400011",
  "182400012",
];
/** Types that Switzerland issues, whatever the citizenship. */
const ISSUED_IN_SWITZERLAND: ReadonlySet<string> = new Set(["182400003", "182400004", ...PERMITS]);

/**
 * Returns the country that issued a document: Switzerland for its own documents, for residence permits and for the
 * travel documents of stateless people who live here (AIG Art. 59); otherwise the country of citizenship.
 */
export function issuingCountry(type: string, citizenship: string): string {
  return ISSUED_IN_SWITZERLAND.has(type) || citizenship === STATELESS ? "CH" : citizenship;
}
