import type { Board, BoardError, BoardLag, Sold, SoldSlot } from "#contract/desk/board.ts";
import { countsBySource, withFewSources } from "#core/checkout-record/source.ts";
import { STEP_SENT } from "#contract/paths.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Step } from "#core/steps/steps.ts";
import { refusedBy } from "#server/desk/refusals.ts";
import { type BoardContext, byProduct, isIn, onWire } from "./context.ts";
import { sumFigures, hourlyFigures } from "#server/read-models/figures.ts";
import { FUNNEL_STEPS, reachedFrom, shareOf, type FunnelStep } from "#core/desk/funnel.ts";
import { LAG_TARGET_SECONDS, lagOf, hourOf, spanBefore, daysLeft, PACE_DAYS } from "#core/desk/board.ts";
import { sumOf, toChf } from "#core/money/money.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { unsettledPayments } from "#server/read-models/payments.ts";
import { readSales } from "#server/read-models/orders.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import { countStock } from "#server/read-models/stock.ts";

/** The step whose form each call sends. */
const STEP_OF: Readonly<Record<string, Step>> = STEP_SENT;
/** Number of errors and of sources shown. */
const SHOWN = 25;

/** Returns the refusals in checkouts that were started in the period, ordered by the number of affected checkouts. */
export async function errorsOf({
  db,
  span,
  family,
}: BoardContext): Promise<readonly Omit<BoardError, "step" | "said">[]> {
  const sums = await sumFigures(db, "errors", { span, family, by: ["call", "failure", "field", "locale"] });
  const errors = sums.map(({ field, ...error }) => ({ ...error, field: field || null }));
  return errors.toSorted((one, other) => other.checkouts - one.checkouts || other.times - one.times);
}

/** Returns the refusals to show, with the message in the reader's language. */
export async function errorPart(context: BoardContext, locale: Locale): Promise<Pick<Board, "errors">> {
  const errors = (await errorsOf(context)).slice(0, SHOWN);
  const withMessage = (error: (typeof errors)[number]): BoardError => ({
    ...error,
    step: STEP_OF[error.call] ?? null,
    said: refusedBy(error.failure, locale).said,
  });
  return { errors: errors.map(withMessage) };
}

type Furthest = { readonly step: string; readonly checkouts: number };

/** Returns how many of the checkouts started in the period reached each step. */
export async function funnelPart(context: BoardContext): Promise<Pick<Board, "conversion" | "funnel" | "funnelOf">> {
  const { db, span, family } = context;
  const sums = await sumFigures(db, "funnel", { span, family, by: ["family", "product", "step"] });
  const reached = reachedOf(sums);
  const { chosen, ordered } = reached;
  return {
    conversion: { chosen, ordered, share: shareOf(ordered, chosen) },
    funnel: FUNNEL_STEPS.map((step, index) => {
      const before = FUNNEL_STEPS[index - 1];
      const lost = before ? shareOf(reached[before] - reached[step], reached[before]) : null;
      return { step, reached: reached[step], lost };
    }),
    funnelOf: byProduct(context, sums).map(({ product, rows }) => ({ ...product, reached: reachedOf(rows) })),
  };
}

/** Returns how many of the period's checkouts came from each source, and how many of those were ordered. */
export async function sourcePart({ db, span, family }: BoardContext): Promise<Pick<Board, "sources">> {
  const sums = await sumFigures(db, "sources", { span, family, by: ["source"] });
  const sources = countsBySource(withFewSources(sums, SHOWN));
  return { sources: sources.toSorted((one, other) => other.begun - one.begun || other.ordered - one.ordered) };
}

export function reachedOf(sums: readonly Furthest[]): Readonly<Record<FunnelStep, number>> {
  const furthest = Map.groupBy(sums, ({ step }) => step);
  return reachedFrom((step) => (furthest.get(step) ?? []).reduce((sum, { checkouts }) => sum + checkouts, 0));
}

/** Returns how long it took to hand over the period's orders, in all and by part of the period. */
export async function lagPart(context: BoardContext): Promise<Pick<Board, "lag" | "lags">> {
  const counted = await countedBy(context);
  return {
    lag: { ...lagIn(counted), targetSeconds: LAG_TARGET_SECONDS },
    lags: context.slots.map((slot) => ({ ...onWire(slot), ...lagIn(counted.filter(isIn(slot))) })),
  };
}

/**
 * Returns how long it took to hand over orders, for each hour that has any. `orders`: the number of orders that were
 * handed over.
 */
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

/** Maximum number of open payments that are counted. There are only more while a provider is down. */
const MAX_COUNTED = 5000;
/** Number of open payments that are listed. */
const LISTED = 50;

/** Returns the period's payments by state, and the payments that are open now. */
export async function paymentPart(context: BoardContext): Promise<Pick<Board, "payments" | "openPayments">> {
  const { db, span, family } = context;
  const [sums, open] = await Promise.all([
    sumFigures(db, "payments", { span, family, by: ["state", "provider", "method"] }),
    openPayments(context),
  ]);
  return {
    payments: sums.map(({ state, provider, method, payments, amount }) => ({
      state: state as PaymentState,
      provider,
      method: method || null,
      count: payments,
      amount: toChf(amount),
    })),
    openPayments: open,
  };
}

/** Returns the unsettled payments: open, or paid without an order or a refund. */
async function openPayments({ db, family, nameOf }: BoardContext): Promise<Board["openPayments"]> {
  const all = await unsettledPayments(db, MAX_COUNTED);
  const open = all.filter((each) => family === null || each.family === family);
  return {
    count: open.length,
    paid: open.filter(({ state }) => state === "paid").length,
    amount: toChf(sumOf(open, ({ amount }) => amount)),
    oldest: open.slice(0, LISTED).map(({ family: _family, product, amount, since, expiresAt, ...payment }) => ({
      ...payment,
      product: nameOf(product),
      amount: toChf(amount),
      since: since.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Sums of the figure `sales` by state. Amounts are in Rappen. */
type Sums = Readonly<Record<"orders" | "monthly" | "oneTime" | "now", number>> & { readonly state: string };

/** Returns the sales in all, by part of the period, and by product. */
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

/**
 * Returns the number of orders in the earlier period, up to the same time of day. In the last, incomplete hour, the
 * orders themselves are counted.
 */
async function ordersBefore({ db, period, last, family, now }: BoardContext): Promise<number> {
  const { from, until } = spanBefore(period, last, now);
  const lastHour = { from: hourOf(until), until };
  const [hours, rest] = await Promise.all([
    sumFigures(db, "sales", { span: { from, until: lastHour.from }, family, by: [] }),
    readSales(db, lastHour),
  ]);
  return ordersIn(hours) + ordersIn(rest.filter((each) => family === null || each.family === family));
}

/** Returns the current stock of each counted article, and how many days it will last. */
export async function stockPart({
  db,
  now,
  nameOf,
}: Pick<BoardContext, "db" | "now" | "nameOf">): Promise<Pick<Board, "stock">> {
  const rows = await countStock(db, { now, soldSince: daysBefore(now, PACE_DAYS) });
  return { stock: rows.map((row) => ({ ...row, name: nameOf(row.article), daysLeft: daysLeft(row) })) };
}

/** Returns the login codes of the period, and the e-mails and text messages about its orders. */
export async function textPart({ db, span, family }: BoardContext): Promise<Pick<Board, "codes" | "messages">> {
  const [codes, messages] = await Promise.all([
    sumFigures(db, "codes", { span, family, by: ["state"] }),
    sumFigures(db, "messages", { span, family, by: ["channel", "about"] }),
  ]);
  const of = (wanted: string) => codes.find(({ state }) => state === wanted)?.codes ?? 0;
  return {
    codes: { sent: codes.reduce((sum, each) => sum + each.codes, 0), used: of("used"), expired: of("expired") },
    messages: messages.map(({ messages: count, ...message }) => ({ ...message, count })),
  };
}
