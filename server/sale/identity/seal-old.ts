import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { sealForm } from "./sealed-identity.ts";
import { IDENTITY_FIELDS, readSealedForm, storedForm } from "./stored-form.ts";

const BATCH = 200;

/**
 * A column with identity data: which rows still contain it in clear text, and how to encrypt it. The encrypted text is
 * bound to the value in the column `owner`.
 */
export type IdentityColumn = {
  readonly table: string;
  readonly id: string;
  readonly owner: string;
  readonly column: string;
  readonly inClear: ReturnType<typeof sql<boolean>>;
  seal(seals: Seals, owner: string, value: unknown): Promise<object>;
};

/** Returns what describes a column of customer forms. */
export const formIn = (column: string) => ({
  column,
  inClear: sql<boolean>`${sql.ref(column)} ?| ${IDENTITY_FIELDS}::text[]`,
  seal: async (seals: Seals, checkoutId: string, form: unknown) =>
    storedForm(await sealForm(seals, checkoutId, readSealedForm(form))),
});

/**
 * Encrypts identity data that a column still contains in clear text. It can be repeated, interrupted and run in two
 * processes: a row is only updated if it has not changed since it was read, and later changes are written encrypted
 * anyway.
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
