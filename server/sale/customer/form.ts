import type { ReadBodyOf } from "#contract/shop/calls.ts";
import type { FieldMistake, FormErrors } from "#core/form/mistakes.ts";
import {
  eachField,
  EMPTY_FORM,
  FIELD_NAMES,
  FORM_FIELDS,
  type CustomerForm,
  type FlagField,
} from "#core/form/fields.ts";
import { ADDRESS_FIELDS, fieldsOf, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { fromWire } from "#core/form/spelling.ts";
import type { Day } from "#core/time/dates.ts";
import { tidyEmail } from "#core/person/email.ts";
import { lockedFields, withLockedFields } from "#core/form/locking.ts";
import { phoneMistake } from "#core/phone-numbers/phone-mistake.ts";
import { normalisePhone } from "#core/phone-numbers/phone.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";
import { plainSigns } from "#core/text/plain-text.ts";
import { readTypedDay, tidyBirthday } from "#core/time/typed-day.ts";
import { tidyDelivery } from "#core/form/delivery.ts";
import type { Locale } from "#core/text/locale.ts";
import { readPostalCode, tidyDocumentNumber, tidyPuk } from "#core/person/typed-text.ts";
import { takesPoBoxHere, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf, onRecord } from "#server/sale/checkout/user.ts";

type Sent = ReadBodyOf<"createCustomer">;
/** Normalises the signs and spaces in a name or a part of an address. */
const tidyText = (typed: string) => plainSigns(typed).trim();

/** How each field is normalised as it was typed. Fields without an entry stay as they are. */
const TIDY: { readonly [Field in keyof CustomerForm]?: (typed: string) => string } = {
  mnpMsisdn: phone,
  puk: tidyPuk,
  mnpDate: date,
  newMsisdn: phone,
  firstName: tidyText,
  lastName: tidyText,
  email: tidyEmail,
  mobilePhone: phone,
  address: tidyText,
  number: tidyText,
  postalCode: (typed) => readPostalCode(typed).code,
  city: tidyText,
  careOf: tidyText,
  typeOfBill: (typed) => typed || "email",
  citizenship: (typed) => typed.toUpperCase(),
  idNo: tidyDocumentNumber,
  issuer: tidyText,
  issueDate: date,
  validUntil: date,
};

/**
 * Reads the form as sent: trimmed, with absent fields empty, and with numbers, dates and codes in one format. `today`
 * completes a two-digit year of birth.
 */
export function readForm(sent: Sent, today: Day): CustomerForm {
  const typed: { readonly [Field in keyof CustomerForm]?: string | number | boolean | null | undefined } =
    fromWire(sent);
  const read = eachField(FIELD_NAMES, (field) => {
    if (FORM_FIELDS[field].kind === "flag") return typed[field] === true;
    const text = String(typed[field] ?? "").trim();
    return TIDY[field]?.(text) ?? text;
  });
  const form = read as CustomerForm;
  const number = form.mnp ? { newMsisdn: "" } : { mnpDate: "", mnpAuthority: false, mnpMatch: false };
  return withoutNeedlessPuk({ ...form, ...number, ...tidyBirthday(form, today) });
}

/** Returns the errors of flags that are neither booleans nor absent. */
export function unreadableFlags(sent: Sent): FormErrors {
  const wrong = (Object.keys(FLAGS) as FlagField[]).filter((field) => typeof (sent[field] ?? false) !== "boolean");
  return Object.fromEntries(wrong.map((field) => [field, FLAGS[field]]));
}
const FLAGS = {
  mnp: "chooseOne",
  mnpAuthority: "mnpAuthority",
  mnpMatch: "chooseOne",
  terms: "terms",
} as const satisfies Record<FlagField, FieldMistake>;

/** Removes the PUK unless a prepaid number is transferred, which is all it is for. */
function withoutNeedlessPuk(form: CustomerForm): CustomerForm {
  return form.mnp && form.mnpSubscriptionType === "Prepaid" ? form : { ...form, puk: "" };
}

/** Adds the PUK from step 4 to the form of later steps or after a reload, because browsers do not store it. */
export function withStoredPuk(form: CustomerForm, kept: CustomerForm | null): CustomerForm {
  const same = kept?.mnp && form.mnp && kept.mnpMsisdn === form.mnpMsisdn;
  return same && form.puk === "" ? withoutNeedlessPuk({ ...form, puk: kept.puk }) : form;
}

/**
 * Converts a date in any common format to that of the wire; anything else stays as typed and fails validation later.
 */
function date(typed: string): string {
  return readTypedDay(typed) ?? typed;
}

/** Normalises a number that the browser's check accepts; any other stays as typed and fails validation later. */
function phone(typed: string): string {
  return phoneMistake(typed) === null ? normalisePhone(typed) : typed;
}

/** Fields that the order of a business customer takes only from the record (decisions 4, "Business"). */
const BUSINESS_FIELDS: ReadonlySet<keyof CustomerForm> = new Set(
  fieldsOf("name", "birthday", "email", "phone", "address", "delivery", "register"),
);

/**
 * Replaces fields that the shopper cannot change: locked fields with the record's, the e-mail address with the
 * account's. A business customer gets the person and address from the customer base, a standard SIM and a new number
 * (decisions 4). If a P.O. box is only a number, the word for "P.O. box" in `locale` is added.
 */
export function withKnownFields(form: CustomerForm, checkout: OpenCheckout, locale: Locale): CustomerForm {
  const record = { ...onRecord(checkout), email: emailOf(checkout) };
  if (isBusiness(checkout.account?.profile ?? null))
    return {
      ...withLockedFields(form, record, BUSINESS_FIELDS),
      simType: "0",
      mnp: false,
      mnpDate: "",
      mnpAuthority: false,
      mnpMatch: false,
      newMsisdn: "",
    };
  const locked = lockedFields({ ...record, token: checkout.account?.id, userId: checkout.account?.profile.userId });
  // The id identifies the recorded address, so it is removed if any of the address was typed.
  const addressId = ADDRESS_FIELDS.every((field) => locked.has(field)) ? (record.addressId ?? "") : "";
  // Removes a number that was chosen before the shopper changed to a TV product.
  const newMsisdn = checkout.checked?.family === "tv" ? "" : form.newMsisdn;
  const delivery = tidyDelivery(form, { takesPoBox: takesPoBoxHere(checkout), locale, locked });
  return { ...withLockedFields({ ...form, ...delivery }, record, locked), addressId, newMsisdn };
}

/** Copies the fields that a step stores from the sent form into the stored one. */
export function mergeForm(kept: CustomerForm | null, sent: CustomerForm, upTo: keyof typeof STORED_BY): CustomerForm {
  return { ...(kept ?? EMPTY_FORM), ...pickFields(sent, STORED_BY[upTo]) };
}
