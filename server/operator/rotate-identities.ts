import { sql } from "kysely";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { resealWith } from "#server/platform/encryption/seals.ts";

const BATCH = 200;

/** Where the database has encrypted text: table, primary key, the path of the text, and what it is bound to. */
const SEALED = [
  { table: "checkouts", id: "id", column: "form", path: ["sealed"], boundTo: sql`'identity:' || id` },
  { table: "orders", id: "id", column: "customer", path: ["sealed"], boundTo: sql`'identity:' || checkout_id` },
  {
    table: "handovers",
    id: "event_id",
    column: "event",
    path: ["event", "sealed"],
    boundTo: sql`'event:' || event_id`,
  },
] as const;

/**
 * Re-encrypts all identity data with the first key. A row that is written meanwhile is left as it is: its writer used the new key already, or
 * the next run finds it. Throws a DocumentKeyError.
 */
export async function rotateIdentities(db: Database, keys: readonly DocumentKey[]): Promise<void> {
  const first = keys[0];
  if (!first) throw new Error("There is no key for identity data");
  for (const { table, id, column, path, boundTo } of SEALED) {
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
      if (batch.rows.length < BATCH) break;
    }
  }
}
