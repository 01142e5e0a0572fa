import { sql } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { QuoteFacts } from "#core/desk/product.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { PRODUCT_COLUMNS, quoteIn, withProduct } from "./product.ts";

/** The payments that began in a span, by state and method. */
export async function readPayments(db: Handle, { from, until }: Span): Promise<readonly Figure<"payments">[]> {
  const { rows } = await sql<QuoteFacts & Omit<Figure<"payments">, "family">>`
    select ${PRODUCT_COLUMNS}, p.state, p.provider, coalesce(p.method, '') as method, count(*)::int as payments,
      sum(p.amount)::float8 as amount
    from payments p ${quoteIn(sql`p.shown`)}
    where p.created_at >= ${from} and p.created_at < ${until}
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows.map((row) => withProduct(row));
}
