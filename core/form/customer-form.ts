import { SALUTATIONS } from "../catalogue/codes.ts";
import { isCitizenship } from "../address/countries.ts";
import { compareDays, dayOf, isOfAge, parseDay, type Day } from "../time/dates.ts";
import { offeredDocuments, type DocumentContract, type DocumentRules } from "../document/documents.ts";
import { plainSigns, visibleText } from "../text/plain-text.ts";
import { emailMistake, type EmailMistake } from "../person/email.ts";
import { isPoBox, readPoBox } from "../address/po-box.ts";
import { phoneMistake } from "../phone-numbers/phone-mistake.ts";
import { isSwissMobile } from "../phone-numbers/phone.ts";
import { SIM_TYPE } from "../record/sim-type.ts";
import { transferDayMistake, type TransferDayMistake } from "../phone-numbers/transfer-day.ts";
import { tidyBirthday } from "../time/typed-day.ts";
import { readPostalCode, tidyDocumentNumber, tidyPuk } from "../person/typed-text.ts";

/** The customer form of steps 4, 4a and 5 as typed (specification 3); fields are unchecked text. */
export type CustomerForm = {
  simType: string;
  mnp: boolean;
  mnpMsisdn: string;
  mnpSubscriptionType: string;
  puk: string;
  /** The day on which the number shall come, as `YYYY-MM-DD`; empty as soon as possible. */
  mnpDate: string;
  /** The holder has ticked the authority to transfer the number. */
  mnpAuthority: boolean;
  /** A new number that the shopper has chosen, as an MSISDN; empty if the operator assigns one. */
  newMsisdn: string;
  salutation: string;
  first_name: string;
  last_name: string;
  day: string;
  month: string;
  year: string;
  email: string;
  mobilePhone: string;
  address: string;
  number: string;
  city: string;
  postal_code: string;
  /** Whose letter box it is, without "c/o"; empty for one of their own. */
  care_of: string;
  /** As it is printed, such as `Postfach 12`; empty for most people. */
  po_box: string;
  address_id: string;
  typeOfBill: string;
  terms: boolean;
  identifiedBy: string;
  idNo: string;
  issueDate: string;
  validUntil: string;
  issuer: string;
  citizenship: string;
};
/** Identity data, which an order keeps for a limited time only (`RETENTION_DOCUMENTS_DAYS`). */
export const IDENTITY_FIELDS = [
  "identifiedBy",
  "idNo",
  "issuer",
  "issueDate",
  "validUntil",
  "puk",
] as const satisfies readonly (keyof CustomerForm)[];
type IdentityField = (typeof IDENTITY_FIELDS)[number];
/** Fields that a form of an earlier Kasse does not have. */
export const LATER_FIELDS = [
  "newMsisdn",
  "mnpDate",
  "mnpAuthority",
  "care_of",
  "po_box",
] as const satisfies readonly (keyof CustomerForm)[];
type LaterField = (typeof LATER_FIELDS)[number];
/** The customer as an order has it; the purge removes the identity data. */
export type OrderCustomer = Omit<CustomerForm, IdentityField | LaterField> &
  Partial<Pick<CustomerForm, IdentityField | LaterField>>;

export type FormField = keyof CustomerForm | "document";

/** Fields that must not be empty, each with a sentence that asks for it. */
type Required =
  | "mnpMsisdn"
  | "puk"
  | "first_name"
  | "last_name"
  | "birthday"
  | "day"
  | "month"
  | "year"
  | "email"
  | "mobilePhone"
  | "address_id"
  | "address"
  | "city"
  | "postal_code"
  | "idNo"
  | "issuer"
  | "issueDate"
  | "validUntil";

/** Keys of `locales/<language>/fields.json`, one with a value: what is missing, and what is wrong with the rest. */
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
  /** Today in Switzerland, for checking ages and documents. */
  readonly today: Day;
  /** The device that is bought takes an eSIM, or none is bought. */
  readonly deviceTakesEsim: boolean;
  /** Letters of the purchase may go to a P.O. box (`core/address/po-box.ts`). */
  readonly takesPoBox: boolean;
  /** A picture of the identity document has been uploaded to this checkout. */
  readonly documentPresent: boolean;
  /** The documents that the law of today accepts for this contract. */
  readonly documents: DocumentRules;
  /** The page shows the authority for a transfer, which has to be ticked. Clients of before do not. */
  readonly authorityShown?: boolean;
};
type DocumentContextField = "documentPresent" | "documents";
type DocumentContext = Pick<FormContext, DocumentContextField | "today">;

const isControl = (code: number) => code < 32 || (code >= 127 && code < 160);
const hasControl = (text: string) => [...text].some((char) => isControl(char.codePointAt(0) ?? 0));

/** Characters that change the direction of the text around them: in a name they make a label or a letter unreadable. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks a text of 1–100 characters of any script, with at least one letter or digit that can be seen (decisions 5).
 */
function textMistake(text: string, field: Required): FieldMistake | null {
  return text.trim() === "" ? `empty.${field}` : signsMistake(text.trim());
}

function signsMistake(trimmed: string): FieldMistake | null {
  if ([...trimmed].length > 100) return "tooLong";
  if (hasControl(trimmed) || DIRECTION.test(trimmed)) return "invisible";
  if (/[\p{L}\p{N}]/u.test(visibleText(trimmed))) return null;
  return /[\p{P}\p{S}]/u.test(trimmed) ? "noLetters" : "invisible";
}

/** Letters of any script, and the signs between them; Persian joins letters with invisible ones. */
const NAME_SIGNS = /^[\p{L}\p{M}\p{Zs}\p{Join_Control}'.,·()-]+$/u;
/** Two words with a dot between them are an address that mail programs make a link of. */
const LINK = /\p{L}{2}\.\p{L}{2}/u;

/**
 * A name goes into mails that the shop sends to an address that nobody has proved: no link, number or amount may stand
 * in it.
 */
function nameMistake(text: string, field: "first_name" | "last_name"): FieldMistake | null {
  return (
    textMistake(text, field) ?? (NAME_SIGNS.test(plainSigns(text).trim()) && !LINK.test(text) ? null : "nameSigns")
  );
}

/** A house number may be empty, because some houses have none. */
function houseNumberMistake(text: string): FieldMistake | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return [...trimmed].length > 12 ? "houseNumberTooLong" : signsMistake(trimmed);
}

/** Most people have a letter box of their own. */
const careOfMistake = (text: string): FieldMistake | null => (text.trim() === "" ? null : signsMistake(text.trim()));

type PoBoxContext = Pick<FormContext, "takesPoBox">;

/** A street, which is needed beside a P.O. box too: the law and the check of solvency ask where somebody lives. */
function streetMistake(typed: string, { takesPoBox }: PoBoxContext): FieldMistake | null {
  const { street, poBox } = readPoBox(typed);
  if (poBox === "") return textMistake(typed, "address");
  return takesPoBox ? textMistake(street, "address") : "noPoBox";
}

function poBoxMistake(typed: string, { takesPoBox }: PoBoxContext): FieldMistake | null {
  if (typed.trim() === "") return null;
  if (!takesPoBox) return "noPoBox";
  return isPoBox(typed) ? null : "poBox";
}

/** Postal codes of Liechtenstein, which Swiss Post delivers to (9485–9498). */
const LIECHTENSTEIN = /^94(8[5-9]|9[0-8])$/;

function postalCodeMistake(typed: string): FieldMistake | null {
  const { code } = readPostalCode(typed);
  if (code === "") return "empty.postal_code";
  if (LIECHTENSTEIN.test(code)) return "liechtenstein";
  return /^[1-9]\d{3}$/.test(code) ? null : "postalCode";
}

function phone(typed: string, field: "mobilePhone" | "mnpMsisdn"): FieldMistake | null {
  const mistake = phoneMistake(typed);
  return mistake === "missing" ? `empty.${field}` : mistake && `phone.${mistake}`;
}

/** One sentence if nothing is typed, another if it is wrong. */
function emptyOr(mistake: FieldMistake, field: Required, text: string, right: RegExp): FieldMistake | null {
  return text === "" ? `empty.${field}` : right.test(text) ? null : mistake;
}

/** Errors in the fields of step 4: number, SIM, person. A transfer is offered only for postpaid mobile. */
export function personErrors(
  form: CustomerForm,
  context: Omit<FormContext, DocumentContextField | "takesPoBox">,
): FormErrors {
  const mobile = context.family === "mobile";
  const errors: Record<string, FieldMistake | null> = {
    mnp: !form.mnp || (mobile && context.postpaid) ? null : "transferNotOffered",
    simType: mobile ? simMistake(form.simType, context) : null,
    newMsisdn: form.newMsisdn === "" || (mobile && isSwissMobile(form.newMsisdn)) ? null : "numberNotOffered",
    ...nameErrors(form),
    email: emailMistake(form.email),
    mobilePhone: phone(form.mobilePhone, "mobilePhone"),
    ...birthdayErrors(form, context.today),
  };
  if (form.mnp && errors["mnp"] === null) Object.assign(errors, transferErrors(form, context));
  return onlyMistakes(errors);
}

function simMistake(simType: string, { deviceTakesEsim }: Pick<FormContext, "deviceTakesEsim">): FieldMistake | null {
  if (simType === SIM_TYPE.esim) return deviceTakesEsim ? null : "esimNotOffered";
  return simType === SIM_TYPE.card ? null : "chooseOne";
}

export type NameFields = Pick<CustomerForm, "salutation" | "first_name" | "last_name">;
export function nameErrors({ salutation, first_name, last_name }: NameFields): FormErrors {
  return onlyMistakes({
    salutation: SALUTATIONS.some((each) => each === salutation) ? null : "chooseOne",
    first_name: nameMistake(first_name, "first_name"),
    last_name: nameMistake(last_name, "last_name"),
  });
}

function transferErrors(
  form: CustomerForm,
  { today, authorityShown = false }: Pick<FormContext, "today" | "authorityShown">,
): Record<string, FieldMistake | null> {
  const prepaid = form.mnpSubscriptionType === "Prepaid";
  return {
    mnpMsisdn: phone(form.mnpMsisdn, "mnpMsisdn"),
    mnpSubscriptionType: prepaid || form.mnpSubscriptionType === "Postpaid" ? null : "chooseOne",
    puk: prepaid ? emptyOr("puk", "puk", tidyPuk(form.puk), /^\d{8}$/) : null,
    mnpDate: transferDayMistake(form.mnpDate, today),
    mnpAuthority: authorityShown && !form.mnpAuthority ? "mnpAuthority" : null,
  };
}

function birthdayErrors(form: CustomerForm, today: Day): FormErrors {
  const { day, month, year } = tidyBirthday(form, today);
  if (day + month + year === "") return { day: "empty.birthday", month: "empty.birthday", year: "empty.birthday" };
  // A whole date that was pasted into the first field and cannot be read.
  if (day.length > 2) return { day: "date" };
  const missing = onlyMistakes({
    day: day === "" ? "empty.day" : null,
    month: month === "" ? "empty.month" : null,
    year: year === "" ? "empty.year" : null,
  });
  if (Object.keys(missing).length > 0) return missing;
  const birthday = dayOf(year, month, day);
  if (!birthday) return { [wrongPart(year, month)]: "date" };
  return isOfAge(birthday, today) ? {} : { year: "birthday.limit" };
}

/** The part that makes a birthday impossible: its day, unless no day would fit the month or the year. */
function wrongPart(year: string, month: string): "day" | "month" | "year" {
  if (!dayOf("2000", month, "1")) return "month";
  return dayOf(year, "1", "1") ? "day" : "year";
}

export type AddressFields = Pick<CustomerForm, "address" | "number" | "city" | "postal_code"> &
  Partial<Pick<CustomerForm, "care_of" | "po_box">>;
/** Errors in the fields of step 4a. */
export function addressErrors(form: AddressFields, context: PoBoxContext): FormErrors {
  return onlyMistakes({
    address: streetMistake(form.address, context),
    number: houseNumberMistake(form.number),
    city: textMistake(form.city, "city"),
    postal_code: postalCodeMistake(form.postal_code),
    care_of: careOfMistake(form.care_of ?? ""),
    po_box: poBoxMistake(form.po_box ?? "", context),
  });
}

/** Errors in the fields of step 5: identity document, bill delivery, terms. */
export function documentErrors(form: CustomerForm, context: DocumentContext): FormErrors {
  const { documents } = context;
  const offered: readonly string[] = isCitizenship(form.citizenship)
    ? offeredDocuments(form.citizenship, documents)
    : [];
  return onlyMistakes({
    citizenship: isCitizenship(form.citizenship) ? null : "chooseOne",
    issuer: textMistake(form.issuer, "issuer"),
    identifiedBy: offered.length > 0 && !offered.includes(form.identifiedBy) ? "document.notOffered" : null,
    idNo: emptyOr("idNo", "idNo", tidyDocumentNumber(form.idNo), /^[A-Za-z0-9]{5,20}$/),
    issueDate: issueDateMistake(form, context.today),
    validUntil: validUntilMistake(form, context.today),
    typeOfBill: form.typeOfBill === "email" || form.typeOfBill === "post" ? null : "chooseOne",
    document: documents.copyNeeded && !context.documentPresent ? "document.missing" : null,
    terms: form.terms ? null : "terms",
  });
}

function issueDateMistake(form: CustomerForm, today: Day): FieldMistake | null {
  if (form.issueDate.trim() === "") return "empty.issueDate";
  const issued = parseDay(form.issueDate);
  if (!issued) return "date";
  if (compareDays(issued, today) > 0) return "issueDate.future";
  const { day, month, year } = tidyBirthday(form, today);
  const birthday = dayOf(year, month, day);
  return birthday && compareDays(issued, birthday) < 0 ? "issueDate.beforeBirth" : null;
}

/** No document is issued for longer than this, in years. */
const LONGEST_VALIDITY = 30;

function validUntilMistake(form: CustomerForm, today: Day): FieldMistake | null {
  if (form.validUntil.trim() === "") return "empty.validUntil";
  const expires = parseDay(form.validUntil);
  if (!expires) return "date";
  if (compareDays(expires, today) < 0) return "validUntil.past";
  const latest = { ...today, year: today.year + LONGEST_VALIDITY };
  return compareDays(expires, latest) > 0 ? "validUntil.tooFar" : null;
}

function onlyMistakes(errors: Partial<Record<string, FieldMistake | null>>): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, mistake]) => mistake)) as FormErrors;
}
