import type { CustomerForm, FormField } from "./customer-form.ts";

/** The facts about the loaded customer that decide which fields are locked (decisions 4, "Locking"). */
export type LoadedCustomer = {
  readonly token?: string | undefined;
  readonly address_id?: string | undefined;
  readonly salutation?: string | undefined;
};

const PERSON: readonly FormField[] = ["first_name", "last_name", "day", "month", "year"];
const ADDRESS: readonly FormField[] = ["address", "number", "city", "postal_code"];

/**
 * Fields that the shopper cannot change. With a token and an address on record, name, birthday and address are locked, and the
 * salutation too unless it is empty. Without an address on record they stay editable. The e-mail is always locked.
 */
export function lockedFields(customer: LoadedCustomer): ReadonlySet<FormField> {
  const onRecord = Boolean(customer.token) && Boolean(customer.address_id);
  const locked: FormField[] = ["email"];
  if (onRecord) locked.push(...PERSON, ...ADDRESS);
  if (onRecord && customer.salutation) locked.push("salutation");
  return new Set(locked);
}

/** The form with the recorded values in its locked fields, whatever the client sent. */
export function withLockedFields(
  form: CustomerForm,
  record: Partial<CustomerForm>,
  locked: ReadonlySet<FormField>,
): CustomerForm {
  const fixed = Object.entries(record).filter(([field]) => locked.has(field as FormField));
  return { ...form, ...Object.fromEntries(fixed) };
}
