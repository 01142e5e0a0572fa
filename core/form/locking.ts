import { addressErrors } from "./address-errors.ts";
import { nameErrors } from "./name-errors.ts";
import type { AddressFields, CustomerForm, FieldOf, FormField, NameFields } from "./fields.ts";
import { dayOf } from "../time/dates.ts";
import { readPostalCode } from "../person/typed-text.ts";

/**
 * The data on record about a customer. `token`: proves that the shopper is that customer. `userId`: identifies the
 * customer in the operator's customer base; absent if only the shop has an account.
 */
export type LoadedCustomer = Partial<CustomerForm> & {
  readonly token?: string | undefined;
  readonly userId?: string | undefined;
};

const BIRTHDAY = ["day", "month", "year"] as const satisfies readonly FieldOf<"birthday">[];

/**
 * Returns the fields that the shopper cannot change (decisions 4, "Locking").
 *
 * The e-mail address is always locked. With a token and an address on record, so are the name, birthday and address.
 * The salutation is locked for a customer of the operator's base, with or without an address.
 *
 * A field stays open if it is missing or invalid on record, and a street stays open if it contains a P.O. box, which
 * not every purchase accepts. The three parts of the birthday are locked together or not at all; here, a birthday below
 * the minimum age is valid.
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
    ...known.filter((field) => wrong[field] === undefined && !needsTidying(field, record)),
    ...(dayOf(year, month, day) ? BIRTHDAY : []),
  ];
}

/**
 * Returns whether a recorded value would be changed by the form. The form accepts `CH-8001` and tidies it, but a locked
 * field would pass it on unchanged.
 */
const needsTidying = (field: string, { postalCode = "" }: Partial<CustomerForm>) =>
  field === "postalCode" && readPostalCode(postalCode).code !== postalCode;

/** Returns whether the record alone is enough for an order: it has a last name and an address. */
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
 * Returns the form with the recorded values in its locked fields, whatever the client sent. A locked field is empty if
 * nothing is on record.
 */
export function withLockedFields(
  form: CustomerForm,
  record: Partial<CustomerForm>,
  locked: ReadonlySet<FormField>,
): CustomerForm {
  const fixed = [...locked].map((field) => [field, record[field as keyof CustomerForm] ?? ""] as const);
  return { ...form, ...(Object.fromEntries(fixed) as Partial<CustomerForm>) };
}
