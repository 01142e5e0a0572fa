import type { Board } from "#contract/desk/board.ts";
import { daysLeft, PACE_DAYS } from "#core/desk/board.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import { countStock } from "#server/reports/stock.ts";
import type { BoardContext } from "#server/desk/board/context.ts";

/** The present stock of each counted article, and for how long it lasts. */
export async function stockPart({
  db,
  now,
  nameOf,
}: Pick<BoardContext, "db" | "now" | "nameOf">): Promise<Pick<Board, "stock">> {
  const rows = await countStock(db, { now, soldSince: daysBefore(now, PACE_DAYS) });
  return { stock: rows.map((row) => ({ ...row, name: nameOf(row.article), daysLeft: daysLeft(row) })) };
}
