import { sql } from "kysely";
import type { Board } from "#contract/desk/board.ts";
import { daysLeft, PACE_DAYS } from "#core/desk/stock.ts";
import { daysBefore } from "#server/operator/retention/part.ts";
import type { BoardContext } from "#server/desk/board/context.ts";

type Counted = Readonly<Record<"onHand" | "held" | "sold", number>> & { readonly article: string };

/** The present stock of each counted article, and for how long it lasts. */
export async function stockPart({
  db,
  now,
  nameOf,
}: Pick<BoardContext, "db" | "now" | "nameOf">): Promise<Pick<Board, "stock">> {
  const { rows } = await sql<Counted>`
    select s.article, s.on_hand as "onHand",
      (select count(*)::int from stock_holds h where h.article = s.article and h.until > ${now}) as held,
      (select coalesce(-sum(m.pieces), 0)::int from stock_movements m
        where m.article = s.article and m.at > ${daysBefore(now, PACE_DAYS)} and m.kind in ('sold', 'returned')) as sold
    from stock s order by s.article`.execute(db);
  return { stock: rows.map((row) => ({ ...row, name: nameOf(row.article), daysLeft: daysLeft(row) })) };
}
