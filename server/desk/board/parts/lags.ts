import type { Board, BoardLag } from "#contract/desk/board.ts";
import { LAG_TARGET_SECONDS, lagOf } from "#core/desk/board.ts";
import { isIn, onWire, type BoardContext } from "#server/desk/board/context.ts";
import { hourlyFigures } from "#server/reports/figures.ts";

/** How long the hand-over of the period's orders took, in all and by part of the period. */
export async function lagPart(context: BoardContext): Promise<Pick<Board, "lag" | "lags">> {
  const counted = await countedBy(context);
  return {
    lag: { ...lagIn(counted), targetSeconds: LAG_TARGET_SECONDS },
    lags: context.slots.map((slot) => ({ ...onWire(slot), ...lagIn(counted.filter(isIn(slot))) })),
  };
}

/** The same of each hour that has orders. `orders`: those that were handed over. */
export async function lagsByHour(
  context: BoardContext,
): Promise<readonly (BoardLag & { readonly hour: Date; readonly orders: number })[]> {
  const hours = Map.groupBy(await countedBy(context), ({ hour }) => hour.getTime());
  return [...hours].map(([time, rows]) => {
    const all = rows.reduce((sum, { orders }) => sum + orders, 0);
    const lag = lagIn(rows);
    return { hour: new Date(time), orders: all - lag.waiting, ...lag };
  });
}

const countedBy = ({ db, span, family }: BoardContext) =>
  hourlyFigures(db, "handovers", { span, family, by: ["tenths"] });

function lagIn(counted: readonly { readonly tenths: string; readonly orders: number }[]): BoardLag {
  const sums = new Map<string, number>();
  for (const { tenths, orders } of counted) sums.set(tenths, (sums.get(tenths) ?? 0) + orders);
  const waiting = sums.get("") ?? 0;
  sums.delete("");
  const lags = new Map([...sums].map(([tenths, orders]) => [Number(tenths), orders]));
  return { median: lagOf(lags, 0.5), high: lagOf(lags, 0.95), waiting };
}
