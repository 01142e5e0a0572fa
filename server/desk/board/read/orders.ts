import { sql } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

/** The orders `o` that were made in a span, with `q`. */
const madeIn = ({ from, until }: Span) => sql`(select id, status, shown from orders
    where created_at >= ${from} and created_at < ${until}) o ${quoteIn(sql`o.shown`)}`;

/** The sales of a span, including those that were cancelled since. */
export async function readSales(db: Handle, span: Span): Promise<readonly Figure<"sales">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"sales">, "family" | "product">>`
    select ${PRODUCT_COLUMNS}, case o.status when 'cancelled' then 'cancelled' else 'made' end as state, count(*)::int as orders,
      coalesce(sum((q.quote->>'billing')::bigint), 0)::float8 as monthly,
      coalesce(sum((q.quote->>'oneTime')::bigint), 0)::float8 as "oneTime",
      coalesce(sum((q.quote->>'total')::bigint), 0)::float8 as now
    from ${madeIn(span)} group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => withProduct(row));
}

/**
 * How long the orders of a span took from their first event to its first delivery. Of an order that was sent again by a Kasse that did not keep
 * earlier deliveries, the first one is not known.
 */
export async function readHandovers(db: Handle, span: Span): Promise<readonly Figure<"handovers">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"handovers">, "family">>`
    select ${PRODUCT_COLUMNS}, count(*)::int as orders,
      case when h.first is null then '' else greatest(0, round(extract(epoch from h.first - h.created_at) * 10))::text end as tenths
    from ${madeIn(span)}
    cross join lateral (
      select created_at, coalesce(earlier_deliveries[1], delivered_at) as first, earlier_deliveries <> '{}' as "wasResent"
      from handovers where order_id = o.id order by sequence limit 1) h
    where h."wasResent" or not exists (select from order_actions a where a.order_id = o.id and a.action = 'resent')
    group by 1, 2, 3, 4, 5, 7`.execute(db);
  return rows.map((row) => withProduct(row));
}

/** The mails and texts about the orders of a span. */
export async function readMessages(db: Handle, span: Span): Promise<readonly Figure<"messages">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"messages">, "family">>`
    select ${PRODUCT_COLUMNS}, m.channel, m.about, count(*)::int as messages
    from ${madeIn(span)} join order_messages m on m.order_id = o.id
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  return rows.map((row) => withProduct(row));
}
