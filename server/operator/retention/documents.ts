import { sql, type RawBuilder } from "kysely";
import { BATCH, isOver, runBatches, type PurgeContext, type PurgePart } from "./part.ts";

/** Documents of orders that are older than `RETENTION_DOCUMENTS_DAYS` or the law of their day says (VÜPF Art. 21 para. 4). The order is kept. */
export const documentsOfOrders: PurgePart = documentsWhere(
  "documents of orders",
  ({ now, retention }) =>
    sql`exists (select 1 from orders o where o.document_id = d.id and ${isOver(sql`o.created_at`, retention.documents, now)})`,
);

function documentsWhere(about: string, condition: (context: PurgeContext) => RawBuilder<unknown>): PurgePart {
  return {
    about,
    async count(context) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from documents d where ${condition(context)}`.execute(context.db);
      return rows[0]?.count ?? 0;
    },
    remove: (context) =>
      // Files are removed before rows, so that a failure can be retried. No transaction, because the store may be slow.
      runBatches(async () => {
        const { rows } = await sql<{ id: string; storage_key: string }>`
          select d.id, d.storage_key from documents d where ${condition(context)} limit ${BATCH}`.execute(context.db);
        for (const row of rows) await context.documents.remove(row.storage_key);
        const ids = rows.map((row) => row.id);
        if (ids.length > 0) await context.db.deleteFrom("documents").where("id", "in", ids).execute();
        return rows.length;
      }),
  };
}
