import { sql } from "kysely";
import { PAYMENT_MINUTES } from "#core/payment/payment-states.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";

/** Queries about the stock and about what is on sale. */

/**
 * SQL for the number of pieces of each article that checkouts hold, as rows of the waiting list. A piece is held while
 * its payment is open.
 */
export const heldStock = (now: Date) => sql`select null::text as number, null::text as id,
      min(h.until) - make_interval(mins => ${PAYMENT_MINUTES}) as since, h.article || ' × ' || count(*) as about, max(h.until) as until
    from stock_holds h where h.until > ${now} group by h.article`;

type CountedArticle = Readonly<Record<"onHand" | "held" | "sold", number>> & { readonly article: string };

/**
 * Returns the stock of each counted article: pieces on hand, pieces held now, and pieces sold since a given time minus
 * those returned.
 */
export async function countStock(
  db: ReadHandle,
  { now, soldSince }: { readonly now: Date; readonly soldSince: Date },
): Promise<readonly CountedArticle[]> {
  const { rows } = await sql<CountedArticle>`
    select s.article, s.on_hand as "onHand",
      (select count(*)::int from stock_holds h where h.article = s.article and h.until > ${now}) as held,
      (select coalesce(-sum(m.pieces), 0)::int from stock_movements m
        where m.article = s.article and m.at > ${soldSince} and m.kind in ('sold', 'returned')) as sold
    from stock s order by s.article`.execute(db);
  return rows;
}

/** SQL condition: a catalogue is on sale at a given time. */
export const isSelling = (now: Date) => sql<boolean>`exists (select from catalogue_sales where holds_from <= ${now})`;
