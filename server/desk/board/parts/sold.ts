import type { Board, Sold, SoldSlot } from "#contract/desk/board.ts";
import { hourOf, spanBefore } from "#core/desk/board.ts";
import { sumOf, toChf } from "#core/money/money.ts";
import { readSales } from "#server/reports/orders.ts";
import { byProduct, isIn, onWire, type BoardContext } from "#server/desk/board/context.ts";
import { hourlyFigures, sumFigures } from "#server/reports/figures.ts";

/** Sums of the figure `sales` by state. Amounts in Rappen. */
type Sums = Readonly<Record<"orders" | "monthly" | "oneTime" | "now", number>> & { readonly state: string };

/** What was sold, in all, by part of the period and by product. */
export async function soldPart(context: BoardContext): Promise<Pick<Board, "sold" | "sales" | "salesOf">> {
  const { db, span, family } = context;
  const [sums, sales, before] = await Promise.all([
    sumFigures(db, "sales", { span, family, by: ["family", "product", "state"] }),
    soldBySlot(context),
    ordersBefore(context),
  ]);
  return {
    sold: { ...soldOf(sums), before },
    sales,
    salesOf: byProduct(context, sums).map(({ product, rows }) => ({ ...product, ...soldOf(rows) })),
  };
}

const ordersIn = (sums: readonly Pick<Sums, "orders">[]) => sums.reduce((sum, { orders }) => sum + orders, 0);

function soldOf(sums: readonly Sums[]): Sold {
  const made = sums.filter(({ state }) => state === "made");
  return {
    orders: ordersIn(sums),
    cancelled: ordersIn(sums) - ordersIn(made),
    monthly: toChf(sumOf(made, ({ monthly }) => monthly)),
    oneTime: toChf(sumOf(made, ({ oneTime }) => oneTime)),
    now: toChf(sumOf(made, ({ now }) => now)),
  };
}

async function soldBySlot({ db, slots, span, family, now }: BoardContext): Promise<readonly SoldSlot[]> {
  const earlier = slots.flatMap(({ before }) => before ?? []);
  const [first, end] = [earlier[0], earlier.at(-1)];
  const hourly = (of: typeof span) => hourlyFigures(db, "sales", { span: of, family, by: ["state"] });
  const [sums, sumsBefore] = await Promise.all([
    hourly(span),
    first && end ? hourly({ from: first.from, until: end.until }) : [],
  ]);
  return slots.map((slot) => ({
    ...onWire(slot),
    ...soldOf(sums.filter(isIn(slot))),
    before: slot.before && ordersIn(sumsBefore.filter(isIn(slot.before))),
    running: now >= slot.from && now < slot.until,
  }));
}

/** How many orders the period before had, up to the same time of day. In its last hour, the orders themselves are counted. */
async function ordersBefore({ db, period, last, family, now }: BoardContext): Promise<number> {
  const { from, until } = spanBefore(period, last, now);
  const lastHour = { from: hourOf(until), until };
  const [hours, rest] = await Promise.all([
    sumFigures(db, "sales", { span: { from, until: lastHour.from }, family, by: [] }),
    readSales(db, lastHour),
  ]);
  return ordersIn(hours) + ordersIn(rest.filter((each) => family === null || each.family === family));
}
