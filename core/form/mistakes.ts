import type { DocumentContract, DocumentRules } from "../document/documents.ts";
import type { EmailMistake } from "../person/email.ts";
import type { TransferDayMistake } from "../phone-numbers/transfer-day.ts";
import { visibleText } from "../text/plain-text.ts";
import type { Day } from "../time/dates.ts";
import { FORM_FIELDS, type FormField, type LimitedField } from "./fields.ts";

/** Required fields, each of which has a message that asks for it. */
export type Required =
  | "mnpMsisdn"
  | "puk"
  | "firstName"
  | "lastName"
  | "birthday"
  | "day"
  | "month"
  | "year"
  | "email"
  | "mobilePhone"
  | "addressId"
  | "address"
  | "city"
  | "postalCode"
  | "idNo"
  | "issuer"
  | "issueDate"
  | "validUntil";

/** What is missing or wrong in a field: a key of `locales/<language>/fields.json`, in one case with a value. */
export type FieldMistake =
  | `empty.${Required}`
  | "transferNotOffered"
  | "numberNotOffered"
  | "puk"
  | "idNo"
  | "emailOfAccount"
  | "esimNotOffered"
  | "tooLong"
  | "houseNumberTooLong"
  | "invisible"
  | "noLetters"
  | "nameSigns"
  | "phone.tooShort"
  | "phone.tooLong"
  | "phone.notMobile"
  | EmailMistake
  | "chooseOne"
  | TransferDayMistake
  | "mnpAuthority"
  | "birthday.limit"
  | "postalCode"
  | "liechtenstein"
  | "poBox"
  | "noPoBox"
  | "document.missing"
  | "document.notOffered"
  | "issueDate.future"
  | "issueDate.beforeBirth"
  | "validUntil.past"
  | "validUntil.tooFar"
  | "terms";
export type FormErrors = Partial<Record<FormField, FieldMistake>>;

export type FormContext = DocumentContract & {
  /** Today's date in Switzerland, for checking ages and documents. */
  readonly today: Day;
  /** Whether the purchased device supports eSIMs; true without a device. */
  readonly deviceTakesEsim: boolean;
  /** Whether letters about the purchase can go to a P.O. box (`core/address/po-box.ts`). */
  readonly takesPoBox: boolean;
  /** Whether a picture of the identity document has been uploaded to this checkout. */
  readonly documentPresent: boolean;
  /** The documents that today's law accepts for this contract. */
  readonly documents: DocumentRules;
  /**
   * Whether the page shows the authorisation of the number transfer, which then has to be ticked. Older clients do not
   * show it.
   */
  readonly authorityShown?: boolean;
};
export type DocumentContextField = "documentPresent" | "documents";
export type DocumentContext = Pick<FormContext, DocumentContextField | "today">;

const isControl = (code: number) => code < 32 || (code >= 127 && code < 160);
const hasControl = (text: string) => [...text].some((char) => isControl(char.codePointAt(0) ?? 0));

/**
 * Characters that change the direction of the text around them. In a name, they would make labels and letters
 * unreadable.
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

const isTooLong = (text: string, field: LimitedField) => [...text].length > FORM_FIELDS[field].longest;

/** Checks required text in any script: it needs at least one visible letter or digit (decisions 5). */
export function textMistake(text: string, field: Required & LimitedField): FieldMistake | null {
  return text.trim() === "" ? `empty.${field}` : signsMistake(text.trim(), field);
}

/** Checks text that is not empty, in the same way. */
export function signsMistake(trimmed: string, field: LimitedField): FieldMistake | null {
  if (isTooLong(trimmed, field)) return field === "number" ? "houseNumberTooLong" : "tooLong";
  if (hasControl(trimmed) || DIRECTION.test(trimmed)) return "invisible";
  if (/[\p{L}\p{N}]/u.test(visibleText(trimmed))) return null;
  return /[\p{P}\p{S}]/u.test(trimmed) ? "noLetters" : "invisible";
}

/** Returns `empty.…` for an empty text, `mistake` for one that does not match `right`, and otherwise null. */
export function emptyOr(mistake: FieldMistake, field: Required, text: string, right: RegExp): FieldMistake | null {
  if (text === "") return `empty.${field}`;
  return right.test(text) ? null : mistake;
}

/** Returns only those entries that have an error. */
export function onlyMistakes(errors: Partial<Record<string, FieldMistake | null>>): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, mistake]) => mistake)) as FormErrors;
}
