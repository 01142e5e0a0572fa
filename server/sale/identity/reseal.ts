import { sql, type RawBuilder } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { resealWith } from "#server/platform/encryption/seals.ts";

const BATCH = 200;

/** Where a table has encrypted text: its primary key, the path of the text in a column, and what it is bound to. */
export type SealedText = {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  readonly path: readonly string[];
  readonly boundTo: RawBuilder<unknown>;
};

/**
 * Re-encrypts the texts of a table with the first key. A row that is written meanwhile is left as it is: its writer
 * used the new key already, or the next run finds it. Throws a DocumentKeyError.
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
