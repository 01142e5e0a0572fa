import { countsBySource } from "#core/checkout-record/source.ts";
import { formatDay } from "#core/time/dates.ts";
import type { BoardChart } from "#core/desk/board.ts";
import { FUNNEL_STEPS } from "#core/desk/funnel.ts";
import { decimal } from "#core/money/money.ts";
import { ok } from "#server/api/result.ts";
import { csvText, type CsvRow } from "#server/desk/csv-text.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { byProduct, isIn, type BoardContext, type ReadBoard } from "./context.ts";
import { errorsOf, reachedOf, lagsByHour, stockPart } from "./parts.ts";
import { hourlyFigures, sumFigures } from "#server/read-models/figures.ts";

type Chart = { readonly columns: readonly string[]; rows(context: BoardContext): Promise<readonly CsvRow[]> };

/** The columns of each chart. Their names, order and units never change, because people's spreadsheets rely on them. */
const CHARTS: Readonly<Record<BoardChart, Chart>> = {
  funnel: {
    columns: ["from", "until", "family", "product", "step", "checkouts"],
    async rows(context) {
      const { db, span, family } = context;
      const sums = await sumFigures(db, "funnel", { span, family, by: ["family", "product", "step"] });
      return byProduct(context, sums).flatMap(({ product: { family, product }, rows }) => {
        const reached = reachedOf(rows);
        return FUNNEL_STEPS.map((step) => ({ ...span, family, product, step, checkouts: reached[step] }));
      });
    },
  },
  sales: {
    columns: ["hour", "family", "product", "state", "orders", "monthly_chf", "one_time_chf", "now_chf"],
    async rows({ db, span, family }) {
      const sums = await hourlyFigures(db, "sales", { span, family, by: ["family", "product", "state"] });
      return sums.map(({ hour, monthly, oneTime, now, ...sale }) => ({
        ...sale,
        hour,
        monthly_chf: decimal(monthly),
        one_time_chf: decimal(oneTime),
        now_chf: decimal(now),
      }));
    },
  },
  handovers: {
    columns: ["hour", "orders", "waiting", "median_seconds", "p95_seconds"],
    async rows(context) {
      const lags = await lagsByHour(context);
      return lags.map(({ hour, orders, waiting, median, high }) => ({
        hour,
        orders,
        waiting,
        median_seconds: median,
        p95_seconds: high,
      }));
    },
  },
  payments: {
    columns: ["from", "until", "family", "state", "provider", "method", "payments", "amount_chf"],
    async rows({ db, span, family }) {
      const sums = await sumFigures(db, "payments", { span, family, by: ["family", "state", "provider", "method"] });
      return sums.map(({ amount, ...payment }) => ({ ...span, ...payment, amount_chf: decimal(amount) }));
    },
  },
  texts: {
    columns: ["from", "until", "channel", "about", "state", "messages"],
    async rows({ db, span, family }) {
      const codes = await sumFigures(db, "codes", { span, family, by: ["state"] });
      const messages = await sumFigures(db, "messages", { span, family, by: ["channel", "about"] });
      return [
        ...codes.map(({ state, codes: count }) => ({ channel: "sms", about: "loginCode", state, messages: count })),
        ...messages.map((message) => ({ ...message, state: "sent" })),
      ].map((row) => ({ ...span, ...row }));
    },
  },
  errors: {
    columns: ["from", "until", "call", "failure", "field", "locale", "times", "checkouts"],
    rows: async (context) => (await errorsOf(context)).map((error) => ({ ...context.span, ...error })),
  },
  sources: {
    columns: ["from", "until", "source", "begun", "ordered"],
    async rows({ db, span, slots, family }) {
      const hours = await hourlyFigures(db, "sources", { span, family, by: ["source"] });
      return slots.flatMap(({ from, until }) =>
        countsBySource(hours.filter(isIn({ from, until }))).map((counts) => ({ from, until, ...counts })),
      );
    },
  },
  stock: {
    columns: ["at", "article", "name", "on_hand", "held", "sold_7_days", "days_left"],
    async rows(context) {
      const { stock } = await stockPart(context);
      return stock.map(({ onHand, sold, daysLeft, ...article }) => ({
        ...article,
        at: context.now,
        on_hand: onHand,
        sold_7_days: sold,
        days_left: daysLeft === null ? null : daysLeft.toFixed(1),
      }));
    },
  },
};

/** GET /board.csv: returns the figures of a chart, in a format that spreadsheets open. */
export function boardCsv({ readBoard }: { readonly readBoard: ReadBoard }): DeskHandler<"boardCsv"> {
  return async ({ query: { chart, ...query } }) => {
    const { columns, rows } = CHARTS[chart];
    return readBoard(query, async (context) => {
      const name = `kasse-${chart}-${query.period}-${formatDay(context.last)}.csv`;
      return ok({ name, csv: csvText(columns, await rows(context)) });
    });
  };
}
