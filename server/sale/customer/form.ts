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
/** A name, or a part of an address. */
const words = (typed: string) => plainSigns(typed).trim();

/** How a field is written, however it was typed; any other stays as it is. */
const TIDY: { readonly [Field in keyof CustomerForm]?: (typed: string) => string } = {
  mnpMsisdn: phone,
  puk: tidyPuk,
  mnpDate: date,
  newMsisdn: phone,
  firstName: words,
  lastName: words,
  email: tidyEmail,
  mobilePhone: phone,
  address: words,
  number: words,
  postalCode: (typed) => readPostalCode(typed).code,
  city: words,
  careOf: words,
  typeOfBill: (typed) => typed || "email",
  citizenship: (typed) => typed.toUpperCase(),
  idNo: tidyDocumentNumber,
  issuer: words,
  issueDate: date,
  validUntil: date,
};

/**
 * The form as sent, trimmed, with absent fields empty; numbers, dates and codes are written one way, however they were typed.
 * `today` completes a year of birth of two digits.
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
  const number = form.mnp ? { newMsisdn: "" } : { mnpDate: "", mnpAuthority: false };
  return withoutNeedlessPuk({ ...form, ...number, ...tidyBirthday(form, today) });
}

/** Flags that are neither true nor false nor absent, each with its sentence. */
export function unreadableFlags(sent: Sent): FormErrors {
  const wrong = (Object.keys(FLAGS) as FlagField[]).filter((field) => typeof (sent[field] ?? false) !== "boolean");
  return Object.fromEntries(wrong.map((field) => [field, FLAGS[field]]));
}
const FLAGS = { mnp: "chooseOne", mnpAuthority: "mnpAuthority", terms: "terms" } as const satisfies Record<
  FlagField,
  FieldMistake
>;

/** A PUK is for the transfer of a prepaid number only, and kept for nothing else. */
function withoutNeedlessPuk(form: CustomerForm): CustomerForm {
  return form.mnp && form.mnpSubscriptionType === "Prepaid" ? form : { ...form, puk: "" };
}

/** The PUK of step 4, which no browser stores, for the later steps and for a page that was loaded again. */
export function withKeptPuk(form: CustomerForm, kept: CustomerForm | null): CustomerForm {
  const same = kept?.mnp && form.mnp && kept.mnpMsisdn === form.mnpMsisdn;
  return same && form.puk === "" ? withoutNeedlessPuk({ ...form, puk: kept.puk }) : form;
}

/** A date in any common form is written as on the wire; anything else stays as typed and fails validation later. */
function date(typed: string): string {
  return readTypedDay(typed) ?? typed;
}

/** A number that the browser's check takes is normalised; any other stays as typed and fails validation later. */
function phone(typed: string): string {
  return phoneMistake(typed) === null ? normalisePhone(typed) : typed;
}

/** What a business customer's order takes from the record alone (decisions 4, "Business"). */
const BUSINESS_FIELDS: ReadonlySet<keyof CustomerForm> = new Set(
  fieldsOf("name", "birthday", "email", "phone", "address", "delivery", "register"),
);

/**
 * Replaces fields that the shopper may not change: locked fields by the record, the e-mail by the account's. A
 * business customer gets person and address from the customer base, a standard SIM and a new number (decisions 4).
 * `locale`: a P.O. box that is a number alone gets its word.
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
      newMsisdn: "",
    };
  const locked = lockedFields({ ...record, token: checkout.account?.id, userId: checkout.account?.profile.userId });
  // The id names the recorded address, so it goes with no other one.
  const addressId = ADDRESS_FIELDS.every((field) => locked.has(field)) ? (record.addressId ?? "") : "";
  // A number that was chosen before the tariff became one for television.
  const newMsisdn = checkout.checked?.family === "tv" ? "" : form.newMsisdn;
  const delivery = tidyDelivery(form, { takesPoBox: takesPoBoxHere(checkout), locale, locked });
  return { ...withLockedFields({ ...form, ...delivery }, record, locked), addressId, newMsisdn };
}

/** Copies the fields that a step stores from the sent form into the stored one. */
export function mergeForm(kept: CustomerForm | null, sent: CustomerForm, upTo: keyof typeof STORED_BY): CustomerForm {
  return { ...(kept ?? EMPTY_FORM), ...pickFields(sent, STORED_BY[upTo]) };
}
