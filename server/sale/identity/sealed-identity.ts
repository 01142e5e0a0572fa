import { EMPTY_FORM, type CustomerForm, type OrderCustomer } from "#core/form/fields.ts";
import { fieldsWhere, pickFields } from "#core/form/form-fields.ts";
import { type Seals, resealWith } from "#server/platform/encryption/seals.ts";
import { IDENTITY_FIELDS, readIdentity, type SealedForm } from "./stored-form.ts";
import { sql, type RawBuilder } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";

// The identity document and the PUK are encrypted in `sealed`. If `sealed` is absent, they were removed after their
// retention time. Rows from before encryption may contain them in clear text until the shop is next started.

/**
 * Returns what the encryption is bound to. Checkout and order share it, because an order takes over the form of its
 * checkout.
 */
const boundTo = (checkoutId: string) => `identity:${checkoutId}`;

/** Encrypts the identity data of a form. */
export async function sealForm<Form extends OrderCustomer>(
  seals: Seals,
  checkoutId: string,
  form: Form,
): Promise<SealedForm> {
  const identity = pickFields(form, IDENTITY_FIELDS);
  const rest = Object.fromEntries(Object.entries(form).filter(([field]) => !(field in identity)));
  return { ...rest, sealed: await seals.seal(JSON.stringify(identity), boundTo(checkoutId)) } as SealedForm;
}

/** Empty values of fields that earlier versions did not store, but that hashes of a form include. */
const NOT_ASKED = pickFields(
  EMPTY_FORM as Partial<CustomerForm>,
  fieldsWhere(({ later }) => later === "named"),
);

/** Returns the form with its identity data decrypted. Throws a DocumentKeyError. */
export async function openForm(
  seals: Seals,
  checkoutId: string,
  { sealed, ...stored }: SealedForm,
): Promise<OrderCustomer> {
  const form = { ...NOT_ASKED, ...stored };
  if (sealed === undefined) return form;
  return { ...form, ...readIdentity(JSON.parse(await seals.open(sealed, boundTo(checkoutId)))) };
}

/** Returns whether the identity data is still there. */
export function hasIdentity(form: SealedForm): boolean {
  return form.sealed !== undefined || form.idNo !== undefined;
}

const BATCH = 200;

/**
 * Where a table contains encrypted text: primary key, column, path within the column, and what the text is bound to.
 */
export type SealedText = {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly path: readonly string[];
  readonly boundTo: RawBuilder<unknown>;
};

/**
 * Re-encrypts the texts of a table with the first key. Skips a row that changes in the meantime: it was written with
 * the new key, or the next run finds it. Throws a DocumentKeyError.
 */
export async function resealRows(
  db: Database,
  keys: readonly DocumentKey[],
  { table, id, column, path, boundTo }: SealedText,
): Promise<void> {
  const first = keys[0];
  if (!first) throw new Error("There is no key for identity data");
  const [rows, key, text] = [sql.table(table), sql.ref(id), sql`${sql.ref(column)} #>> ${path}`];
  for (let after = ""; ;) {
    const batch = await sql<{ id: string; sealed: string; bound_to: string }>`
      select ${key}::text as id, ${text} as sealed, ${boundTo} as bound_to from ${rows}
      where ${key}::text > ${after} and split_part(${text}, ':', 1) <> ${first.id} order by ${key}::text limit ${BATCH}`.execute(
      db,
    );
    for (const row of batch.rows) {
      const sealed = resealWith(keys, row.sealed, row.bound_to);
      await sql`update ${rows} set ${sql.ref(column)} = jsonb_set(${sql.ref(column)}, ${path}, to_jsonb(${sealed}::text))
        where ${key}::text = ${row.id} and ${text} = ${row.sealed}`.execute(db);
      after = row.id;
    }
    if (batch.rows.length < BATCH) return;
  }
}
