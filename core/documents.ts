import { isEu } from "./countries.ts";

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
export const DEFAULT_DOCUMENT_TYPE: DocumentType = "182400004";

export type DocumentContract = { readonly family: "mobile" | "tv"; readonly postpaid: boolean };

const PERMITS = ["182400007", "182400008", "182400009", "182400010", "182400011"] as const;
const NEIGHBOURS = new Set(["AT", "DE", "IT", "FR"]);
/** Types that postpaid mobile does not accept: EU identity card and passport (specification 5). */
const NOT_POSTPAID: ReadonlySet<DocumentType> = new Set(["182400005", "182400006"]);

/** The types accepted for a citizenship, for prepaid and TV (decisions 5). */
function documentsOf(citizenship: string): readonly DocumentType[] {
  if (citizenship === "CH") return ["182400003", "182400004", "182400005", "182400006", ...PERMITS];
  if (NEIGHBOURS.has(citizenship)) return ["182400012", "182400005", "182400006", ...PERMITS];
  if (isEu(citizenship)) return ["182400005", "182400006", ...PERMITS];
  return ["182400013", ...PERMITS];
}

/** The document types offered for a citizenship and contract, in display order. TV accepts all of them, postpaid or not. */
export function offeredDocuments(citizenship: string, contract: DocumentContract): readonly DocumentType[] {
  const all = documentsOf(citizenship);
  return contract.family === "tv" || !contract.postpaid ? all : all.filter((type) => !NOT_POSTPAID.has(type));
}

/** The preselected type: the Swiss passport if it is offered, otherwise the first. */
export function defaultDocument(citizenship: string, contract: DocumentContract): DocumentType {
  const offered = offeredDocuments(citizenship, contract);
  return offered.includes(DEFAULT_DOCUMENT_TYPE) ? DEFAULT_DOCUMENT_TYPE : (offered[0] ?? DEFAULT_DOCUMENT_TYPE);
}

/** Types that a Swiss office issues, whatever the citizenship. */
const ISSUED_IN_SWITZERLAND: ReadonlySet<string> = new Set(["182400003", "182400004", ...PERMITS, "182400012"]);

/** The country that issued a document: Switzerland for its own and for residence permits, otherwise the country of the citizenship. */
export function issuingCountry(type: string, citizenship: string): string {
  return ISSUED_IN_SWITZERLAND.has(type) ? "CH" : citizenship;
}

/** Swiss law requires a copy of the document of everyone who gets a SIM (VÜPF Art. 20a). */
export function documentImageNeeded(contract: Pick<DocumentContract, "family">): boolean {
  return contract.family === "mobile";
}
