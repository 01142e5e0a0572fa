import * as v from "valibot";
import { IDENTITY_FIELDS, LATER_FIELDS, type CustomerForm, type OrderCustomer } from "#core/customer-form.ts";

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

const EMPTY = { text: "", flag: false } as const;
/** A value of another type counts as missing. */
const OF_KIND = { text: v.fallback(v.string(), EMPTY.text), flag: v.fallback(v.boolean(), EMPTY.flag) } as const;
const MAY_BE_ABSENT: readonly string[] = [...IDENTITY_FIELDS, ...LATER_FIELDS];

const entriesOf = (schemaOf: (field: string, kind: "text" | "flag") => v.GenericSchema) =>
  Object.fromEntries(Object.entries(KINDS).map(([field, kind]) => [field, schemaOf(field, kind)]));

const SEALED = v.object({
  ...entriesOf((field, kind) =>
    MAY_BE_ABSENT.includes(field) ? v.exactOptional(OF_KIND[kind]) : v.optional(OF_KIND[kind], EMPTY[kind]),
  ),
  sealed: v.exactOptional(v.string()),
}) as unknown as v.GenericSchema<unknown, SealedForm>;

const WHOLE = v.object(
  entriesOf((_field, kind) => v.optional(OF_KIND[kind], EMPTY[kind])),
) as unknown as v.GenericSchema<unknown, CustomerForm>;

const IDENTITY = v.object(
  Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, v.exactOptional(v.string())])),
) as unknown as v.GenericSchema<unknown, Partial<Pick<CustomerForm, (typeof IDENTITY_FIELDS)[number]>>>;

/** A form of the database, whose identity data `openForm` decrypts. What an earlier Kasse did not ask for is empty. */
export const readSealedForm = (stored: unknown): SealedForm => v.parse(SEALED, stored);

/** The identity data of a form, once decrypted. */
export const readIdentity = (opened: unknown) => v.parse(IDENTITY, opened);

/** The whole form, with empty fields for what was removed: its retention time is over, or somebody had it erased. */
export const wholeForm = (form: OrderCustomer): CustomerForm => v.parse(WHOLE, form);
