import { SALUTATIONS } from "./codes.ts";
import { isCountry } from "./countries.ts";
import { compareDays, dayOf, isOfAge, parseDay, type Day } from "./dates.ts";
import { offeredDocuments, documentImageNeeded, type DocumentContract } from "./documents.ts";
import { phoneMistake } from "./phone-mistake.ts";

/** The customer form of steps 4, 4a and 5 as typed (specification 3); fields are unchecked text. */
export type CustomerForm = {
  simType: string;
  mnp: boolean;
  mnpMsisdn: string;
  mnpSubscriptionType: string;
  puk: string;
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
/** The customer as an order has it; the purge removes the identity data. */
export type OrderCustomer = Omit<CustomerForm, IdentityField> & Partial<Pick<CustomerForm, IdentityField>>;

export type FormField = keyof CustomerForm | "document";

/** Keys under `fields` in `locales/<language>/fields.json`. `generic` is the text that six fields share (specification 5). */
type FieldMistake =
  | "generic"
  | "missing"
  | "tooLong"
  | "houseNumberTooLong"
  | "invisible"
  | "nameSigns"
  | "phone.tooShort"
  | "phone.tooLong"
  | "phone.notMobile"
  | "email"
  | "chooseOne"
  | "date"
  | "birthday.limit"
  | "postalCode"
  | "liechtenstein"
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
  /** A picture of the identity document has been uploaded to this checkout. */
  readonly documentPresent: boolean;
};

const isControl = (code: number) => code < 32 || (code >= 127 && code < 160);
const hasControl = (text: string) => [...text].some((char) => isControl(char.codePointAt(0) ?? 0));

/** Characters that change the direction of the text around them: in a name they make a label or a letter unreadable. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

/** Checks a text of 1–100 characters of any script, with at least one letter or digit that can be seen (decisions 5). */
function textMistake(text: string): FieldMistake | null {
  const trimmed = text.trim();
  if (trimmed === "") return "missing";
  if ([...trimmed].length > 100) return "tooLong";
  if (hasControl(trimmed)) return "generic";
  return DIRECTION.test(trimmed) || !/[\p{L}\p{N}]/u.test(trimmed) ? "invisible" : null;
}

/** Letters of any script, and the signs between them; Persian joins letters with invisible ones. */
const NAME_SIGNS = /^[\p{L}\p{M}\p{Zs}\p{Join_Control}'’ʼ´`.,·()–-]+$/u;
/** Two words with a dot between them are an address that mail programs make a link of. */
const LINK = /\p{L}{2}\.\p{L}{2}/u;

/** A name goes into mails that the shop sends to an address that nobody has proved: no link, number or amount may stand in it. */
function nameMistake(text: string): FieldMistake | null {
  return textMistake(text) ?? (NAME_SIGNS.test(text.trim()) && !LINK.test(text) ? null : "nameSigns");
}

/** A house number may be empty, because some houses have none. */
function houseNumberMistake(text: string): FieldMistake | null {
  if (text.trim() === "") return null;
  return [...text.trim()].length > 12 ? "houseNumberTooLong" : textMistake(text);
}

/** Postal codes of Liechtenstein, which Swiss Post delivers to (9485–9498). */
const LIECHTENSTEIN = /^94(8[5-9]|9[0-8])$/;

function postalCodeMistake(text: string): FieldMistake | null {
  if (LIECHTENSTEIN.test(text)) return "liechtenstein";
  return /^[1-9]\d{3}$/.test(text) ? null : "postalCode";
}

function phone(typed: string): FieldMistake | null {
  const mistake = phoneMistake(typed);
  return mistake === null || mistake === "missing" ? mistake : `phone.${mistake}`;
}

const generic = (ok: boolean): FieldMistake | null => (ok ? null : "generic");

/** Errors in the fields of step 4: number, SIM, person. A transfer is offered only for postpaid mobile. */
export function personErrors(form: CustomerForm, context: FormContext): FormErrors {
  const mobile = context.family === "mobile";
  const errors: Record<string, FieldMistake | null> = {
    mnp: generic(!form.mnp || (mobile && context.postpaid)),
    simType: generic(!mobile || form.simType === "0" || form.simType === "1"),
    ...nameErrors(form),
    email: generic(isEmail(form.email)),
    mobilePhone: phone(form.mobilePhone),
    ...birthdayErrors(form, context.today),
  };
  if (form.mnp && errors["mnp"] === null) Object.assign(errors, transferErrors(form));
  return onlyMistakes(errors);
}

export type NameFields = Pick<CustomerForm, "salutation" | "first_name" | "last_name">;
export function nameErrors({ salutation, first_name, last_name }: NameFields): FormErrors {
  return onlyMistakes({
    salutation: SALUTATIONS.some((each) => each === salutation) ? null : "chooseOne",
    first_name: nameMistake(first_name),
    last_name: nameMistake(last_name),
  });
}

function transferErrors(form: CustomerForm): Record<string, FieldMistake | null> {
  const prepaid = form.mnpSubscriptionType === "Prepaid";
  return {
    mnpMsisdn: phone(form.mnpMsisdn),
    mnpSubscriptionType: prepaid || form.mnpSubscriptionType === "Postpaid" ? null : "chooseOne",
    puk: generic(!prepaid || /^\d{8}$/.test(form.puk)),
  };
}

function birthdayErrors(form: CustomerForm, today: Day): FormErrors {
  const missing = onlyMistakes({
    day: form.day.trim() === "" ? "missing" : null,
    month: form.month.trim() === "" ? "missing" : null,
    year: form.year.trim() === "" ? "missing" : null,
  });
  if (Object.keys(missing).length > 0) return missing;
  const birthday = dayOf(form.year, form.month, form.day);
  if (!birthday) return { day: "date" };
  return isOfAge(birthday, today) ? {} : { year: "birthday.limit" };
}

export type AddressFields = Pick<CustomerForm, "address" | "number" | "city" | "postal_code">;
/** Errors in the fields of step 4a. */
export function addressErrors(form: AddressFields): FormErrors {
  return onlyMistakes({
    address: textMistake(form.address),
    number: houseNumberMistake(form.number),
    city: textMistake(form.city),
    postal_code: postalCodeMistake(form.postal_code),
  });
}

/** Errors in the fields of step 5: identity document, bill delivery, terms. */
export function documentErrors(form: CustomerForm, context: FormContext): FormErrors {
  const offered: readonly string[] = isCountry(form.citizenship) ? offeredDocuments(form.citizenship, context) : [];
  return onlyMistakes({
    citizenship: isCountry(form.citizenship) ? null : "chooseOne",
    issuer: generic(textMistake(form.issuer) === null),
    identifiedBy: offered.length > 0 && !offered.includes(form.identifiedBy) ? "document.notOffered" : null,
    idNo: generic(/^[A-Za-z0-9]{5,20}$/.test(form.idNo)),
    issueDate: issueDateMistake(form, context.today),
    validUntil: validUntilMistake(form, context.today),
    typeOfBill: form.typeOfBill === "email" || form.typeOfBill === "post" ? null : "chooseOne",
    document: documentImageNeeded(context) && !context.documentPresent ? "document.missing" : null,
    terms: form.terms ? null : "terms",
  });
}

function issueDateMistake(form: CustomerForm, today: Day): FieldMistake | null {
  const issued = parseDay(form.issueDate);
  if (!issued) return "date";
  if (compareDays(issued, today) > 0) return "issueDate.future";
  const birthday = dayOf(form.year, form.month, form.day);
  return birthday && compareDays(issued, birthday) < 0 ? "issueDate.beforeBirth" : null;
}

/** No document is issued for longer than this, in years. */
const LONGEST_VALIDITY = 30;

function validUntilMistake(form: CustomerForm, today: Day): FieldMistake | null {
  const expires = parseDay(form.validUntil);
  if (!expires) return "date";
  if (compareDays(expires, today) < 0) return "validUntil.past";
  const latest = { ...today, year: today.year + LONGEST_VALIDITY };
  return compareDays(expires, latest) > 0 ? "validUntil.tooFar" : null;
}

/** An e-mail address as HTML's e-mail inputs accept it, with a dot in the host and at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@"(),:;<>[\\\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/.test(
      text,
    )
  );
}

function onlyMistakes(errors: Partial<Record<string, FieldMistake | null>>): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, mistake]) => mistake)) as FormErrors;
}
