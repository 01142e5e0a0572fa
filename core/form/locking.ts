import { addressErrors } from "./address-errors.ts";
import { nameErrors } from "./name-errors.ts";
import type { AddressFields, CustomerForm, FieldOf, FormField, NameFields } from "./fields.ts";
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

const BIRTHDAY = ["day", "month", "year"] as const satisfies readonly FieldOf<"birthday">[];

/**
 * Fields that the shopper cannot change (decisions 4, "Locking"). With a token and an address on record these are
 * name, birthday and address; the salutation is locked by what the operator's base has, with or without an address. A
 * field that the record lacks, or whose value nobody can read, stays open, as does a street with a P.O. box, which not
 * every purchase takes; the three parts of the birthday only together. A birthday below the minimum age is readable.
 * The e-mail is always locked.
 */
export function lockedFields(customer: LoadedCustomer): ReadonlySet<FormField> {
  const { token, userId, addressId } = customer;
  const isLocked = (field: FormField) => Boolean(addressId) || (field === "salutation" && userId !== undefined);
  return new Set(["email", ...(token ? readableFields(customer).filter(isLocked) : [])]);
}

function readableFields(record: Partial<CustomerForm>): readonly FormField[] {
  const [name, address] = [nameOf(record), addressOf(record)];
  const wrong = { ...nameErrors(name), ...addressErrors(address, { takesPoBox: false }) };
  const known = Object.keys({ ...name, ...address }) as (keyof (NameFields & AddressFields))[];
  const { day = "", month = "", year = "" } = record;
  return [
    ...known.filter((field) => wrong[field] === undefined && !isUntidy(field, record)),
    ...(dayOf(year, month, day) ? BIRTHDAY : []),
  ];
}

/** A form reads `CH-8001`, but a locked field would send it on as it stands. */
const isUntidy = (field: string, { postalCode = "" }: Partial<CustomerForm>) =>
  field === "postalCode" && readPostalCode(postalCode).code !== postalCode;

/** Whether an order can be made with the record alone: it has a last name and an address. */
export function isOrderable(record: Partial<CustomerForm>): boolean {
  const { lastName } = nameErrors(nameOf(record));
  return lastName === undefined && Object.keys(addressErrors(addressOf(record), { takesPoBox: true })).length === 0;
}

const nameOf = ({ salutation = "", firstName = "", lastName = "" }: Partial<CustomerForm>): NameFields => ({
  salutation,
  firstName,
  lastName,
});

const addressOf = (record: Partial<CustomerForm>): AddressFields => ({
  address: record.address ?? "",
  number: record.number ?? "",
  city: record.city ?? "",
  postalCode: record.postalCode ?? "",
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
