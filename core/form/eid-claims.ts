import { compareDays, formatDay, parseDay, type Day } from "../time/dates.ts";
import { PERMITS, type DocumentType } from "../document/documents.ts";
import type { CustomerForm, FieldOf, NameFields } from "./fields.ts";

/**
 * The claims requested from an e-ID: what VÜPF Art. 20a requires to be recorded, and the other fields of the form, but
 * nothing else (identity, The Swiss e-ID).
 *
 * @public for extensions
 */
export const EID_CLAIMS = [
  "family_name",
  "given_name",
  "birth_date",
  "nationality",
  "document_number",
  "issuance_date",
  "expiry_date",
  "issuing_authority",
  "issuing_country",
] as const;

/** The document type that the e-ID of a Swiss citizen counts as. */
const SWISS_EID: DocumentType = "182400003";

/** The data of an e-ID in terms of the form. Days are `YYYY-MM-DD`. */
export type EidFacts = {
  readonly lastName: string;
  readonly firstName: string;
  readonly birthday: string;
  readonly citizenship: string;
  /** Null if it is unknown: a foreigner's e-ID does not name the category of the permit. */
  readonly identifiedBy: DocumentType | null;
  readonly idNo: string;
  readonly issueDate: string;
  readonly validUntil: string;
  readonly issuer: string;
};

/**
 * Returns the data in the disclosed claims; null if a claim is missing or invalid, or the e-ID has expired.
 * `countryOf`: returns the country (alpha-2) for a code of two or three letters.
 */
export function eidFacts(
  claims: Readonly<Record<string, unknown>>,
  countryOf: (code: string) => string | null,
  today: Day,
): EidFacts | null {
  const text = (name: (typeof EID_CLAIMS)[number]) => {
    const value = claims[name];
    return typeof value === "string" && value.trim() !== "" && value.length <= 200
      ? value.replaceAll(/\p{C}/gu, "").trim().normalize("NFC")
      : null;
  };
  const day = (name: (typeof EID_CLAIMS)[number]) => parseDay(text(name)?.slice(0, 10) ?? "");
  const codes = [claims["nationality"]].flat().filter((each) => typeof each === "string");
  const countries = codes.map(countryOf).filter((each) => each !== null);
  const citizenship = countries.includes("CH") ? "CH" : countries[0];
  const [birthday, issued, expires] = [day("birth_date"), day("issuance_date"), day("expiry_date")];
  const [lastName, firstName, number] = [text("family_name"), text("given_name"), text("document_number")];
  const issuer = text("issuing_authority") ?? text("issuing_country");
  const idNo = number?.replaceAll(/[^A-Za-z0-9]/g, "").toUpperCase() ?? "";
  if (!birthday || !issued || !expires || !lastName || !firstName || !issuer || !citizenship) return null;
  if (!/^[A-Z0-9]{5,20}$/.test(idNo) || compareDays(birthday, today) > 0 || compareDays(expires, today) < 0)
    return null;
  return {
    lastName,
    firstName,
    birthday: formatDay(birthday),
    citizenship,
    identifiedBy: citizenship === "CH" ? SWISS_EID : null,
    idNo,
    issueDate: formatDay(issued),
    validUntil: formatDay(expires),
    issuer,
  };
}

/**
 * Returns whether an e-ID can replace this type of document: a Swiss e-ID counts as an identity card, a foreigner's
 * e-ID as a permit, and neither as a passport.
 */
export function isEidKind({ citizenship, identifiedBy }: Pick<CustomerForm, "citizenship" | "identifiedBy">): boolean {
  return citizenship === "CH" ? identifiedBy === SWISS_EID : PERMITS.some((permit) => permit === identifiedBy);
}

/** The name and birthday of a form. */
export type Person = Omit<NameFields, "salutation"> & Pick<CustomerForm, FieldOf<"birthday">>;

/**
 * Returns the fields of the typed person that an e-ID contradicts. The surname has to match in full. Given names may be
 * left out, as most people do, but each typed one has to be in the e-ID.
 */
export function eidDiffers(facts: EidFacts, person: Person): readonly ("lastName" | "firstName" | "birthday")[] {
  const given = wordsOf(facts.firstName);
  const typed = wordsOf(person.firstName);
  const birthday = `${person.year}-${person.month.padStart(2, "0")}-${person.day.padStart(2, "0")}`;
  return [
    ...(wordsOf(facts.lastName).join(" ") === wordsOf(person.lastName).join(" ") ? [] : (["lastName"] as const)),
    ...(typed.length > 0 && typed.every((word) => given.includes(word)) ? [] : (["firstName"] as const)),
    ...(birthday === facts.birthday ? [] : (["birthday"] as const)),
  ];
}

/**
 * Returns the words of a name in lower case and without diacritics, which keyboards may lack. A hyphen separates words,
 * because people leave it out.
 */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");

/**
 * Why no e-ID was verified: the holder declined, this e-ID is not accepted, it is not or no longer valid, the time is
 * over, or something else.
 */
export const EID_REFUSALS = ["declined", "notAccepted", "invalid", "expired", "failed"] as const;
export type EidRefusal = (typeof EID_REFUSALS)[number];
