import type { ReadBodyOf } from "#contract/shop/calls.ts";
import type { CustomerForm, FormErrors } from "#core/form/customer-form.ts";
import type { Day } from "#core/time/dates.ts";
import { tidyEmail } from "#core/person/email.ts";
import { ADDRESS_FIELDS, pickFields, STORED_BY } from "#core/form/form-fields.ts";
import { BUSINESS_FIELDS, lockedFields, withLockedFields } from "#core/form/locking.ts";
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
const flag = (value: Sent["mnp"]) => value === true;
const text = (value: string | null | undefined) => (value ?? "").trim();
/** A name, or a part of an address. */
const words = (value: string | null | undefined) => plainSigns(text(value)).trim();

/**
 * The form as sent, trimmed, with absent fields empty; numbers, dates and codes are written one way, however they were typed.
 * `today` completes a year of birth of two digits.
 */
export function readForm(sent: Sent, today: Day): CustomerForm {
  return withoutNeedlessPuk({
    simType: text(sent.simType),
    mnp: flag(sent.mnp),
    mnpMsisdn: phone(sent.mnpMsisdn),
    mnpSubscriptionType: text(sent.mnpSubscriptionType),
    puk: tidyPuk(text(sent.puk)),
    mnpDate: flag(sent.mnp) ? date(sent.mnpDate) : "",
    mnpAuthority: flag(sent.mnp) && flag(sent.mnpAuthority),
    newMsisdn: flag(sent.mnp) ? "" : phone(sent.newMsisdn),
    salutation: text(sent.salutation),
    first_name: words(sent.first_name),
    last_name: words(sent.last_name),
    ...tidyBirthday({ day: text(sent.day), month: text(sent.month), year: text(sent.year) }, today),
    email: tidyEmail(text(sent.email)),
    mobilePhone: phone(sent.mobilePhone),
    number: words(sent.number),
    city: words(sent.city),
    postal_code: readPostalCode(text(sent.postal_code)).code,
    address: words(sent.address),
    care_of: words(sent.care_of),
    po_box: text(sent.po_box),
    address_id: text(sent.address_id),
    typeOfBill: text(sent.typeOfBill) || "email",
    terms: flag(sent.terms),
    identifiedBy: text(sent.identifiedBy),
    idNo: tidyDocumentNumber(text(sent.idNo)),
    issueDate: date(sent.issueDate),
    validUntil: date(sent.validUntil),
    issuer: words(sent.issuer),
    citizenship: text(sent.citizenship).toUpperCase(),
  });
}

/** Flags that are neither true nor false nor absent, each with its sentence. */
export function unreadableFlags(sent: Sent): FormErrors {
  const wrong = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).filter(
    (field) => typeof (sent[field] ?? false) !== "boolean",
  );
  return Object.fromEntries(wrong.map((field) => [field, FLAGS[field]]));
}
const FLAGS = { mnp: "chooseOne", mnpAuthority: "mnpAuthority", terms: "terms" } as const satisfies FormErrors;

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
const date = (typed: string | null | undefined) => readTypedDay(text(typed)) ?? text(typed);

/** A number that the browser's check takes is normalised; any other stays as typed and fails validation later. */
function phone(typed: string | null | undefined): string {
  return phoneMistake(text(typed)) === null ? normalisePhone(text(typed)) : text(typed);
}

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
  const address_id = ADDRESS_FIELDS.every((field) => locked.has(field)) ? (record.address_id ?? "") : "";
  // A number that was chosen before the tariff became one for television.
  const newMsisdn = checkout.checked?.family === "tv" ? "" : form.newMsisdn;
  const delivery = tidyDelivery(form, { takesPoBox: takesPoBoxHere(checkout), locale, locked });
  return { ...withLockedFields({ ...form, ...delivery }, record, locked), address_id, newMsisdn };
}

/** Copies the fields that a step stores from the sent form into the stored one. */
export function mergeForm(kept: CustomerForm | null, sent: CustomerForm, upTo: keyof typeof STORED_BY): CustomerForm {
  return { ...(kept ?? emptied(sent)), ...pickFields(sent, STORED_BY[upTo]) };
}

/** The form with every field emptied. */
function emptied(form: CustomerForm): CustomerForm {
  const blank = Object.entries(form).map(([field, value]) => [field, typeof value === "boolean" ? false : ""]);
  return Object.fromEntries(blank) as CustomerForm;
}
