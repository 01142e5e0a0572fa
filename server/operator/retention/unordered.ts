import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { BATCH, runBatches, type PurgeContext, type PurgePart } from "./part.ts";
import { allUnorderedBytes } from "#server/sale/document/queries.ts";

const HOUR_MS = 3600_000;
/** From this share of the quota on, a document without an order is kept for an hour only. */
const FULL_FROM = 0.75;

/**
 * Documents without an order after their short life. A payment that is open, or paid and not an order yet, keeps the document of its
 * checkout. Money that arrives after any other end goes back (server/sale/order/finalise.ts).
 */
export const unorderedDocuments: PurgePart = {
  about: "documents without an order",
  async count(context) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from documents d where ${unordered(await bornBefore(context))}`.execute(context.db);
    return rows[0]?.count ?? 0;
  },
  async remove(context) {
    const before = await bornBefore(context);
    // Detached first, so that no order names a document whose file has gone; files before rows, so that a failure can be retried.
    return runBatches(async () => {
      const taken = await context.db.transaction().execute((tx) => detach(tx, before));
      for (const { storage_key } of taken) await context.documents.remove(storage_key);
      const ids = taken.map(({ id }) => id);
      if (ids.length > 0) await context.db.deleteFrom("documents").where("id", "in", ids).execute();
      return ids.length;
    });
  },
};

/** Documents created before this moment have had their life, which is shorter while the quota is nearly used up. */
async function bornBefore({ db, now, unorderedDocuments: limits }: PurgeContext): Promise<Date> {
  const bytes = await allUnorderedBytes({ db });
  const isFull = bytes > FULL_FROM * limits.megabytes * 1024 * 1024;
  return new Date(now.getTime() - (isFull ? 1 : limits.hours) * HOUR_MS);
}

/** `ordered` has a small index; the orders themselves decide. */
const unordered = (before: Date) => sql`not d.ordered and d.created_at < ${before}
  and not exists (select 1 from orders o where o.document_id = d.id)
  and not exists (select 1 from payments p where p.checkout_id = d.checkout_id and p.state in ('open', 'paid'))`;

type Taken = { readonly id: string; readonly storage_key: string };

/** Locks the checkouts of a batch, checks again, because an order may have come in between, and takes the documents from them. */
async function detach(tx: Handle, before: Date): Promise<readonly Taken[]> {
  const locked = await sql<{ id: string }>`
    select d.id from documents d join checkouts c on c.id = d.checkout_id where ${unordered(before)}
    limit ${BATCH} for update of c skip locked`.execute(tx);
  const ids = locked.rows.map(({ id }) => id);
  const { rows } = await sql<Taken>`
    select d.id, d.storage_key from documents d where d.id = any(${ids}::uuid[]) and ${unordered(before)}`.execute(tx);
  await sql`
    update checkouts set document_id = null, revision = revision + 1
    where document_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows;
}
