import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { sealForm } from "./sealed-identity.ts";
import { IDENTITY_FIELDS, readSealedForm, storedForm } from "./stored-form.ts";

const BATCH = 200;

/**
 * A column with identity data: the rows that still contain it in clear text, and how to encrypt them. `owner` is the
 * column whose value the encrypted text is bound to.
 */
export type IdentityColumn = {
  readonly table: string;
  readonly id: string;
  readonly owner: string;
  readonly column: string;
  readonly inClear: ReturnType<typeof sql<boolean>>;
  seal(seals: Seals, owner: string, value: unknown): Promise<object>;
};

/** Returns the description of a column that contains customer forms. */
export const formIn = (column: string) => ({
  column,
  inClear: sql<boolean>`${sql.ref(column)} ?| ${IDENTITY_FIELDS}::text[]`,
  seal: async (seals: Seals, checkoutId: string, form: unknown) =>
    storedForm(await sealForm(seals, checkoutId, readSealedForm(form))),
});

/**
 * Encrypts identity data that a column still contains in clear text. Safe to repeat, to interrupt and to run in two
 * processes: a row is updated only if it is unchanged since it was read, because later changes are written encrypted.
 */
export async function sealOld(db: Database, seals: Seals, column: IdentityColumn): Promise<void> {
  for (let after: string | null = ""; after !== null;) after = await sealBatch(db, seals, column, after);
}

/** Encrypts the next batch of rows after an id. Returns the last id of the batch; null at the end. */
async function sealBatch(
  db: Database,
  seals: Seals,
  { table, column, inClear, ...each }: IdentityColumn,
  after: string,
): Promise<string | null> {
  const [rows, id, value] = [sql.table(table), sql.ref(each.id), sql.ref(column)];
  const batch = await sql<{ id: string; owner: string; text: string }>`
    select ${id}::text as id, ${sql.ref(each.owner)}::text as owner, ${value}::text as text from ${rows}
    where ${inClear} and ${id}::text > ${after} order by ${id}::text limit ${BATCH}`.execute(db);
  for (const row of batch.rows) {
    const sealed = JSON.stringify(await each.seal(seals, row.owner, JSON.parse(row.text)));
    await sql`update ${rows} set ${value} = ${sealed} where ${id}::text = ${row.id} and ${value}::text = ${row.text}`.execute(
      db,
    );
  }
  return batch.rows.length < BATCH ? null : (batch.rows.at(-1)?.id ?? null);
}
