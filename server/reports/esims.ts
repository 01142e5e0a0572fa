import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { joinOrder } from "./orders.ts";

/** Joins `e`, the eSIM of an order `o`. */
export const ESIM = sql`left join esims e on e.order_id = o.id`;

/** eSIMs that somebody has to look at, as rows of what waits. */
export const FAILED_ESIMS = sql`select o.number, null::text as id, e.created_at as since, coalesce(e.problem, e.state) as about, null::timestamptz as until
    from esims e ${joinOrder("id", sql`e.order_id`)} where e.alarm`;

/** The eSIMs that are not ready. */
export async function countEsims(db: Handle) {
  const { rows } = await sql<Readonly<Record<"waiting" | "failed" | "alarm", number>>>`
    select (count(*) filter (where state in ('ordered', 'cancelling')))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where alarm))::int as alarm
    from esims where state in ('ordered', 'cancelling', 'failed')`.execute(db);
  return rows[0];
}

/** The eSIM of an order; undefined without one. */
export function esimOf(db: Handle, orderId: string) {
  return db
    .selectFrom("esims")
    .select(["state", "iccid", "problem", "created_at as orderedAt", "progress", "progress_at as progressAt"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
