import * as v from "valibot";
import {
  eachField,
  EMPTY_FORM,
  FIELD_NAMES,
  FORM_FIELDS,
  type CustomerForm,
  type IdentityField,
  type OrderCustomer,
} from "#core/form/fields.ts";
import { fieldsWhere } from "#core/form/form-fields.ts";
import { fromWire, toWire, type OnWire } from "#core/form/spelling.ts";

/** A form whose identity data is encrypted in `sealed`, or has been removed. */
export type SealedForm = OrderCustomer & { readonly sealed?: string };
/** A `SealedForm` as stored in the database, with the names of its fields on the wire. */
export type StoredForm = OnWire<SealedForm>;

export const IDENTITY_FIELDS = fieldsWhere<IdentityField>(({ identity }) => identity);
const MAY_BE_ABSENT: readonly string[] = fieldsWhere(({ identity, later }) => identity || later === "named");

/** A value of another type is treated as missing. */
const TEXT = v.fallback(v.string(), "");
const FLAG = v.fallback(v.boolean(), false);
const SEALED = v.object({
  ...eachField(FIELD_NAMES, (field): v.GenericSchema => {
    const schema: v.GenericSchema<unknown, string | boolean> = FORM_FIELDS[field].kind === "flag" ? FLAG : TEXT;
    return MAY_BE_ABSENT.includes(field) ? v.exactOptional(schema) : v.optional(schema, EMPTY_FORM[field]);
  }),
  sealed: v.exactOptional(v.string()),
}) as unknown as v.GenericSchema<unknown, SealedForm>;

/** Returns a schema that reads stored form fields, which have the names of the wire. */
export const stored = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.looseObject({}),
    v.transform((fields): unknown => fromWire(fields)),
    schema as unknown as v.GenericSchema<unknown, v.InferOutput<Schema>>,
  );
const STORED = stored(SEALED);

const IDENTITY = v.object(v.entriesFromList(IDENTITY_FIELDS, v.exactOptional(v.string())));

/**
 * Parses a form from the database; `openForm` decrypts its identity data. Other missing fields become empty, or stay
 * absent if the hash of an earlier version depends on that (`named`).
 */
export const readSealedForm = (form: unknown): SealedForm => v.parse(STORED, form);

const EMPTY_IS_ABSENT: readonly string[] = fieldsWhere(({ later }) => later === "leftOut" || later === "unseen");

/**
 * Returns a form as stored in the database. Empty fields of later versions are left out, so that a process of an
 * earlier version beside this one reads the form that it would have stored.
 */
export const storedForm = (form: SealedForm): StoredForm =>
  toWire(
    Object.fromEntries(
      Object.entries(form).filter(([field, value]) => value || !EMPTY_IS_ABSENT.includes(field)),
    ) as SealedForm,
  );

/** Parses the decrypted identity data of a form. */
export const readIdentity = (opened: unknown) => v.parse(IDENTITY, opened);

/** Returns the whole form, with empty fields for data that was removed after its retention time or by an erasure. */
export const wholeForm = (form: OrderCustomer): CustomerForm => ({ ...EMPTY_FORM, ...form });
