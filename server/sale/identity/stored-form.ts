import * as v from "valibot";
import { IDENTITY_FIELDS, LATER_FIELDS, type CustomerForm, type OrderCustomer } from "#core/form/customer-form.ts";

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

/** A form as the database has it: its identity data is encrypted in `sealed`, or was removed. */
export type SealedForm = OrderCustomer & { readonly sealed?: string };

const EMPTY_OF = { text: "", flag: false } as const;
/** A value of another type counts as missing. */
const SCHEMA_OF = {
  text: v.fallback(v.string(), EMPTY_OF.text),
  flag: v.fallback(v.boolean(), EMPTY_OF.flag),
} as const;
const ALL = Object.entries(KINDS);
const MAY_BE_ABSENT: readonly string[] = [...IDENTITY_FIELDS, ...LATER_FIELDS];

const SEALED = v.object({
  ...Object.fromEntries(
    ALL.map(([field, kind]): [string, v.GenericSchema] => [
      field,
      MAY_BE_ABSENT.includes(field) ? v.exactOptional(SCHEMA_OF[kind]) : v.optional(SCHEMA_OF[kind], EMPTY_OF[kind]),
    ]),
  ),
  sealed: v.exactOptional(v.string()),
}) as unknown as v.GenericSchema<unknown, SealedForm>;

const IDENTITY = v.object(v.entriesFromList(IDENTITY_FIELDS, v.exactOptional(v.string())));

const EMPTY = Object.fromEntries(ALL.map(([field, kind]) => [field, EMPTY_OF[kind]])) as CustomerForm;

/** A form of the database, whose identity data `openForm` decrypts. What an earlier Kasse did not ask for is empty. */
export const readSealedForm = (stored: unknown): SealedForm => v.parse(SEALED, stored);

/** The identity data of a form, once decrypted. */
export const readIdentity = (opened: unknown) => v.parse(IDENTITY, opened);

/** The whole form, with empty fields for what was removed: its retention time is over, or somebody had it erased. */
export const wholeForm = (form: OrderCustomer): CustomerForm => ({ ...EMPTY, ...form });
