import { sql, type RawBuilder } from "kysely";
import { productOf, type Product, type QuoteFacts } from "#core/desk/product.ts";

/** SQL that joins `q`, the `quote` in a column `shown`. */
export const quoteIn = (shown: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`cross join lateral (select ${shown}->'quote' as quote) q`;

/** The columns of `q` that identify the product. Queries group by them, so that the database returns few rows. */
export const PRODUCT_COLUMNS = sql`q.quote->'lines'->0->>'kind' as kind, q.quote->'lines'->0->>'code' as code,
  jsonb_path_query_first(q.quote, '$.lines[*] ? (@.kind == "device").code')#>>'{}' as device,
  jsonb_path_exists(q.quote, '$.lines[*] ? (@.kind == "sIM")') as sim, coalesce((q.quote->>'postpaid')::boolean, true) as postpaid`;

/** Replaces those columns with the product as figures name it. */
export function withProduct<Row extends QuoteFacts>(row: Row): Product & Omit<Row, keyof QuoteFacts> {
  const { kind, code, device, sim, postpaid, ...rest } = row;
  return { ...rest, ...productOf({ kind, code, device, sim, postpaid }) };
}
