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

/** A form whose identity data is encrypted in `sealed`, or was removed. */
export type SealedForm = OrderCustomer & { readonly sealed?: string };
/** The same as the database has it, with the spelling of the wire. */
export type StoredForm = OnWire<SealedForm>;

export const IDENTITY_FIELDS = fieldsWhere<IdentityField>(({ identity }) => identity);
const MAY_BE_ABSENT: readonly string[] = fieldsWhere(({ identity, later }) => identity ?? later);

/** A value of another type counts as missing. */
const TEXT = v.fallback(v.string(), "");
const FLAG = v.fallback(v.boolean(), false);
const SEALED = v.object({
  ...eachField(FIELD_NAMES, (field): v.GenericSchema => {
    const schema: v.GenericSchema<unknown, string | boolean> = FORM_FIELDS[field].kind === "flag" ? FLAG : TEXT;
    return MAY_BE_ABSENT.includes(field) ? v.exactOptional(schema) : v.optional(schema, EMPTY_FORM[field]);
  }),
  sealed: v.exactOptional(v.string()),
}) as unknown as v.GenericSchema<unknown, SealedForm>;

/** Reads stored fields of the form, which have the spelling of the wire. */
export const stored = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.looseObject({}),
    v.transform((fields): unknown => fromWire(fields)),
    schema as unknown as v.GenericSchema<unknown, v.InferOutput<Schema>>,
  );
const STORED = stored(SEALED);

const IDENTITY = v.object(v.entriesFromList(IDENTITY_FIELDS, v.exactOptional(v.string())));

/** A form of the database, whose identity data `openForm` decrypts. What an earlier Kasse did not ask for is empty. */
export const readSealedForm = (form: unknown): SealedForm => v.parse(STORED, form);

/** A form as the database has it. */
export const storedForm = (form: SealedForm): StoredForm => toWire(form);

/** The identity data of a form, once decrypted. */
export const readIdentity = (opened: unknown) => v.parse(IDENTITY, opened);

/** The whole form, with empty fields for what was removed: its retention time is over, or somebody had it erased. */
export const wholeForm = (form: OrderCustomer): CustomerForm => ({ ...EMPTY_FORM, ...form });
