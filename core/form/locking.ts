import {
  addressErrors,
  nameErrors,
  type AddressFields,
  type CustomerForm,
  type FormField,
  type NameFields,
} from "./customer-form.ts";
import { dayOf } from "../time/dates.ts";
import { readPostalCode } from "../person/typed-text.ts";

/**
 * What is on record about a customer. `token` proves that the shopper is that customer; `userId` names the customer in
 * the operator's base, and is absent for an account of the shop alone.
 */
export type LoadedCustomer = Partial<CustomerForm> & {
  readonly token?: string | undefined;
  readonly userId?: string | undefined;
};

const NAME = ["salutation", "first_name", "last_name"] as const satisfies readonly (keyof NameFields)[];
const BIRTHDAY = ["day", "month", "year"] as const;
const ADDRESS = ["address", "number", "city", "postal_code"] as const satisfies readonly (keyof AddressFields)[];
/** What a business customer's order takes from the record alone (decisions 4, "Business"). */
export const BUSINESS_FIELDS: ReadonlySet<keyof CustomerForm> = new Set([
  ...NAME,
  ...BIRTHDAY,
  ...ADDRESS,
  "care_of",
  "po_box",
  "mobilePhone",
  "address_id",
  "email",
]);

/**
 * Fields that the shopper cannot change (decisions 4, "Locking"). With a token and an address on record these are
 * name, birthday and address; the salutation is locked by what the operator's base has, with or without an address. A
 * field that the record lacks, or whose value nobody can read, stays open, as does a street with a P.O. box, which not
 * every purchase takes; the three parts of the birthday only together. A birthday below the minimum age is readable.
 * The e-mail is always locked.
 */
export function lockedFields(customer: LoadedCustomer): ReadonlySet<FormField> {
  const { token, userId, address_id } = customer;
  const isLocked = (field: FormField) => Boolean(address_id) || (field === "salutation" && userId !== undefined);
  return new Set(["email", ...(token ? readableFields(customer).filter(isLocked) : [])]);
}

function readableFields(record: Partial<CustomerForm>): readonly FormField[] {
  const wrong = { ...nameErrors(nameOf(record)), ...addressErrors(addressOf(record), { takesPoBox: false }) };
  const { day = "", month = "", year = "" } = record;
  return [
    ...[...NAME, ...ADDRESS].filter((field) => wrong[field] === undefined && !isUntidy(field, record)),
    ...(dayOf(year, month, day) ? BIRTHDAY : []),
  ];
}

/** A form reads `CH-8001`, but a locked field would send it on as it stands. */
const isUntidy = (field: string, { postal_code = "" }: Partial<CustomerForm>) =>
  field === "postal_code" && readPostalCode(postal_code).code !== postal_code;

/** Whether an order can be made with the record alone: it has a last name and an address. */
export function isOrderable(record: Partial<CustomerForm>): boolean {
  const { last_name } = nameErrors(nameOf(record));
  return last_name === undefined && Object.keys(addressErrors(addressOf(record), { takesPoBox: true })).length === 0;
}

const nameOf = ({ salutation = "", first_name = "", last_name = "" }: Partial<CustomerForm>): NameFields => ({
  salutation,
  first_name,
  last_name,
});

const addressOf = (record: Partial<CustomerForm>): AddressFields => ({
  address: record.address ?? "",
  number: record.number ?? "",
  city: record.city ?? "",
  postal_code: record.postal_code ?? "",
});

/**
 * The form with the recorded values in its locked fields, whatever the client sent; empty where nothing is on record.
 */
export function withLockedFields(
  form: CustomerForm,
  record: Partial<CustomerForm>,
  locked: ReadonlySet<FormField>,
): CustomerForm {
  const fixed = [...locked].map((field) => [field, record[field as keyof CustomerForm] ?? ""] as const);
  return { ...form, ...(Object.fromEntries(fixed) as Partial<CustomerForm>) };
}
