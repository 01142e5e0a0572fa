import type { CustomerForm } from "./customer-form.ts";

/** The fields of the customer form that step 4 stores: SIM, number, person. */
export const PERSON_FIELDS = [
  "simType",
  "mnp",
  "mnpMsisdn",
  "mnpSubscriptionType",
  "puk",
  "mnpDate",
  "mnpAuthority",
  "newMsisdn",
  "salutation",
  "first_name",
  "last_name",
  "day",
  "month",
  "year",
  "email",
  "mobilePhone",
] as const satisfies readonly (keyof CustomerForm)[];

/** The fields of the address, which step 4a stores. */
export const ADDRESS_FIELDS = [
  "address",
  "number",
  "city",
  "postal_code",
] as const satisfies readonly (keyof CustomerForm)[];

/** The address with what a delivery needs besides; a record locks the address alone. */
export const DELIVERY_FIELDS = [
  ...ADDRESS_FIELDS,
  "care_of",
  "po_box",
] as const satisfies readonly (keyof CustomerForm)[];

/** The fields that each step stores; step 4a stores those of step 4 with it. */
export const STORED_BY = {
  "4": PERSON_FIELDS,
  "4a": [...PERSON_FIELDS, ...DELIVERY_FIELDS, "address_id"],
} as const satisfies Record<string, readonly (keyof CustomerForm)[]>;

/** The part of a form with these fields. */
export function pickFields<Form extends Partial<CustomerForm>>(
  form: Form,
  fields: readonly (keyof CustomerForm)[],
): Partial<Form> {
  const wanted: ReadonlySet<string> = new Set(fields);
  return Object.fromEntries(Object.entries(form).filter(([field]) => wanted.has(field))) as Partial<Form>;
}
