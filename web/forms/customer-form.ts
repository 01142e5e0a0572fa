import type { BodyOf } from "#contract/shop/calls.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { DEFAULT_DOCUMENT_TYPE } from "#core/document/documents.ts";
import { EMPTY_FORM, FIELD_NAMES, type CustomerForm, type FormField } from "#core/form/fields.ts";
import { fromWire, insideName, toWire } from "#core/form/spelling.ts";
import { withLockedFields } from "#core/form/locking.ts";
import { tidyBirthday } from "#core/time/typed-day.ts";
import { readPostalCode } from "#core/person/typed-text.ts";
import { nationalPhone, normalisePhone } from "#core/phone-numbers/phone.ts";

import { today } from "./today.ts";

export type User = PrepareAnswers["4"]["user"];
export type FormBody = BodyOf<"createCustomer">;

/** The form before anything is typed (specification 9, defaults). */
export const FRESH_FORM: CustomerForm = {
  ...EMPTY_FORM,
  simType: "0",
  mnpSubscriptionType: "Postpaid",
  salutation: "Mrs",
  typeOfBill: "email",
  identifiedBy: DEFAULT_DOCUMENT_TYPE,
  citizenship: "CH",
};

/**
 * Returns the fields that the server has locked. Without a login the server sends no such list, and only the e-mail is
 * locked.
 */
export function lockedOf({ locked = ["email"] }: User): ReadonlySet<FormField> {
  return new Set(locked.map((field) => insideName(field as FormField)));
}

/**
 * Returns the form's initial values: the customer's record, overridden by typed input except in locked fields. The
 * phone number comes without 41, because its field shows the prefix. `defaults` apply to fields without any other
 * value.
 */
export function initialForm(
  user: User,
  draft: Partial<CustomerForm>,
  locked: ReadonlySet<FormField>,
  defaults: Partial<CustomerForm> = {},
): CustomerForm {
  const known: { readonly [Field in keyof CustomerForm]?: string | boolean | undefined } = fromWire(user);
  const record: Partial<CustomerForm> = Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const value = known[field];
      if (!value) return [];
      return [[field, field === "mobilePhone" ? nationalPhone(String(value)) : value]];
    }),
  );
  const typed = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== ""));
  return withLockedFields({ ...FRESH_FORM, ...defaults, ...record, ...typed, email: user.email }, record, locked);
}

/**
 * Returns the form as a request body: phone numbers as `41` and nine digits, the birthday in numbers, country CH
 * (specification 3).
 */
export function bodyOf(form: CustomerForm, family: "mobile" | "tv"): FormBody {
  const tv = family === "tv";
  const transfer = form.mnp
    ? { mnpMsisdn: normalisePhone(form.mnpMsisdn), newMsisdn: "" }
    : { mnpMsisdn: "", puk: "", mnpDate: "", mnpAuthority: false, mnpMatch: false };
  const body = {
    ...toWire({
      ...form,
      ...transfer,
      ...tidyBirthday(form, today()),
      postalCode: readPostalCode(form.postalCode).code,
      mobilePhone: normalisePhone(form.mobilePhone),
    }),
    country: "CH",
    username: form.email,
    isTv: tv,
    ...(tv && { ott_user: true, newMsisdn: "" }),
  };
  return body;
}
