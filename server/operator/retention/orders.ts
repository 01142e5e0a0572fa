import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { removePayments } from "#server/sale/ledger/ledger.ts";
import { isOver, runBatches, type PurgeContext, type PurgePart } from "./part.ts";

/** Orders in a transaction: each has rows in a dozen tables. */
const BATCH = 20;

/**
 * Orders older than `RETENTION_ORDERS_DAYS`, or the law of their day (OR 958f: ten full financial years), with everything that belongs to them. One that is not handed over, or whose
 * picture is still there, stays for another night.
 */
const old = ({
  now,
  retention,
}: PurgeContext) => sql`${isOver(sql`o.created_at`, retention.orders, now)} and o.document_id is null
  and not exists (select 1 from documents d where d.checkout_id = o.checkout_id)
  and not exists (select 1 from handovers h where h.order_id = o.id and h.delivered_at is null)`;

export const oldOrders: PurgePart = {
  about: "orders",
  async count(context) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from orders o where ${old(context)}`.execute(context.db);
    return rows[0]?.count ?? 0;
  },
  remove: (context) => runBatches(() => context.db.transaction().execute((tx) => removeBatch(tx, context))),
};

async function removeBatch(tx: Handle, context: PurgeContext): Promise<number> {
  const { rows } = await sql<{ id: string; number: string; checkout_id: string; document_hash: Buffer | null }>`
    select o.id, o.number, o.checkout_id, o.document_hash from orders o where ${old(context)}
    limit ${BATCH} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const checkouts = rows.map(({ checkout_id }) => checkout_id);
  for (const table of [
    "esim_reads",
    "esim_notifications",
    "esims",
    "document_links",
    "order_links",
    "order_reports",
    "order_actions",
    "order_messages",
    "handovers",
    "desk_refund_requests",
    "desk_orders",
    "desk_orders_changed",
  ] as const)
    await tx.deleteFrom(table).where("order_id", "in", ids).execute();
  await tx.updateTable("esim_iccids").set({ order_id: null, spent: true }).where("order_id", "in", ids).execute();
  const numbers = rows.map(({ number }) => number);
  await tx.deleteFrom("document_reads").where("order_number", "in", numbers).execute();
  const hashes = rows.flatMap(({ document_hash }) => (document_hash ? [document_hash] : []));
  await tx.deleteFrom("orders").where("id", "in", ids).execute();
  await removePayments(tx, checkouts);
  await tx.deleteFrom("checkouts").where("id", "in", checkouts).execute();
  if (hashes.length > 0)
    await tx
      .deleteFrom("document_claims")
      .where("document_hash", "in", hashes)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("orders").select("id").whereRef("orders.document_hash", "=", "document_claims.document_hash"),
          ),
        ),
      )
      .execute();
  return rows.length;
}

/** Payments that never became an order, with their checkouts, which have no person any more: kept as long as orders, for accounting. */
const oldPayments = ({ now, retention }: PurgeContext) => {
  const over = (column: RawBuilder<unknown>) => isOver(column, retention.orders, now);
  return sql`from checkouts c where ${over(sql`c.updated_at`)}
    and not exists (select 1 from orders o where o.checkout_id = c.id)
    and exists (select 1 from payments p where p.checkout_id = c.id)
    and not exists (select 1 from payments p where p.checkout_id = c.id and (p.state in ('open', 'paid') or not ${over(sql`p.updated_at`)}))`;
};

export const paymentsWithoutOrder: PurgePart = {
  about: "payments without an order",
  async count(context) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count ${oldPayments(context)}`.execute(
      context.db,
    );
    return rows[0]?.count ?? 0;
  },
  remove: (context) =>
    runBatches(() =>
      context.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select c.id ${oldPayments(context)} limit ${BATCH} for update of c skip locked`.execute(tx);
        const ids = rows.map(({ id }) => id);
        if (ids.length === 0) return 0;
        await removePayments(tx, ids);
        await tx.deleteFrom("checkouts").where("id", "in", ids).execute();
        return ids.length;
      }),
    ),
};
