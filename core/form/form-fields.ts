import { FORM_FIELDS, FIELD_NAMES, FORM_PARTS, type CustomerForm, type FieldOf, type Row } from "./fields.ts";

/** Returns the fields of the given parts, in the order of the table. */
export const fieldsOf = <Part extends keyof typeof FORM_PARTS>(...parts: readonly Part[]) =>
  parts.flatMap((part) => Object.keys(FORM_PARTS[part]) as FieldOf<Part>[]);

/** Returns the fields whose rows match. */
export const fieldsWhere = <Field extends keyof CustomerForm>(matches: (row: Row) => unknown) =>
  FIELD_NAMES.filter((field): field is Field => Boolean(matches(FORM_FIELDS[field])));

export const ADDRESS_FIELDS = fieldsOf("address");
/** The address with the other delivery fields. If a customer is on record, only the address itself is locked. */
export const DELIVERY_FIELDS = fieldsOf("address", "delivery");

const PERSON_FIELDS = fieldsOf("number", "name", "birthday", "email", "phone");
/** The fields that each step stores. Step 4a also stores those of step 4. */
export const STORED_BY = {
  "4": PERSON_FIELDS,
  "4a": [...PERSON_FIELDS, ...DELIVERY_FIELDS, ...fieldsOf("register")],
} as const;

/** Returns a copy of a form with only these fields. */
export function pickFields<Form extends Partial<CustomerForm>, Field extends keyof Form>(
  form: Form,
  fields: readonly Field[],
): Pick<Form, Field> {
  const wanted: ReadonlySet<string> = new Set(fields as readonly string[]);
  return Object.fromEntries(Object.entries(form).filter(([field]) => wanted.has(field))) as Pick<Form, Field>;
}
