import * as v from "valibot";
import type { CustomerForm } from "#core/customer-form.ts";

/** What each field is, in every form that the database may have; a field that is forgotten is a type error. */
const KINDS = {
  simType: "text",
  mnp: "flag",
  mnpMsisdn: "text",
  mnpSubscriptionType: "text",
  puk: "text",
  mnpDate: "text",
  mnpAuthority: "flag",
  newMsisdn: "text",
  salutation: "text",
  first_name: "text",
  last_name: "text",
  day: "text",
  month: "text",
  year: "text",
  email: "text",
  mobilePhone: "text",
  address: "text",
  number: "text",
  city: "text",
  postal_code: "text",
  care_of: "text",
  po_box: "text",
  address_id: "text",
  typeOfBill: "text",
  terms: "flag",
  identifiedBy: "text",
  idNo: "text",
  issueDate: "text",
  validUntil: "text",
  issuer: "text",
  citizenship: "text",
} as const satisfies { readonly [Field in keyof CustomerForm]: CustomerForm[Field] extends boolean ? "flag" : "text" };

type Kinds = typeof KINDS;
type Entries = { [Field in keyof Kinds]: v.GenericSchema<unknown, CustomerForm[Field]> };

const text = v.fallback(v.string(), "");
const flag = v.fallback(v.boolean(), false);
const SCHEMA = v.object(
  Object.fromEntries(
    Object.entries(KINDS).map(([field, kind]) => [
      field,
      v.optional(kind === "flag" ? flag : text, kind === "flag" ? false : ""),
    ]),
  ) as unknown as Entries,
);

/**
 * A form as the database has it. What is missing is empty: an earlier Kasse did not ask for it, or its retention time
 * is over, or somebody had their data erased.
 */
export const readForm = (stored: object): CustomerForm => v.parse(SCHEMA, stored);
