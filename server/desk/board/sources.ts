import type { Law } from "#core/law.ts";
import { HOUR_MS, type Span } from "#core/desk/board.ts";
import { keptFigures, type FigureKind, type FigureSource, type KeptFigure } from "#core/desk/figures.ts";
import type { Config } from "#server/config/config.ts";
import { FIGURES_DAYS } from "#server/operator/retention/figures.ts";
import { retentionOf, type Retention } from "#server/operator/retention/periods.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { readErrors, readFunnel } from "./read/checkouts.ts";
import { readCodes } from "./read/codes.ts";
import { readExperiments } from "./read/experiments.ts";
import { readHandovers, readMessages, readSales } from "./read/orders.ts";
import { readPayments } from "./read/payments.ts";

/** The figures of an hour, by kind. */
type HourFigures = { readonly [Kind in FigureKind]?: readonly KeptFigure[] };

type Source = {
  /** The retention period that its records have. */
  readonly kept: "checkouts" | "orders" | "secrets";
  /** Computes the figures of a span from the records, without regard to earlier results. */
  read(db: Handle, span: Span, now: Date): Promise<HourFigures>;
};

export const SOURCES: Readonly<Record<FigureSource, Source>> = {
  checkouts: {
    kept: "checkouts",
    read: async (db, span) => ({
      funnel: keptFigures("funnel", await readFunnel(db, span)),
      errors: keptFigures("errors", await readErrors(db, span)),
      experiments: keptFigures("experiments", await readExperiments(db, span)),
    }),
  },
  orders: {
    kept: "orders",
    read: async (db, span) => ({
      sales: keptFigures("sales", await readSales(db, span)),
      handovers: keptFigures("handovers", await readHandovers(db, span)),
      messages: keptFigures("messages", await readMessages(db, span)),
    }),
  },
  payments: {
    kept: "orders",
    read: async (db, span) => ({ payments: keptFigures("payments", await readPayments(db, span)) }),
  },
  codes: {
    kept: "secrets",
    read: async (db, span, now) => ({ codes: keptFigures("codes", await readCodes(db, span, now)) }),
  },
};
export const FIGURE_SOURCES = Object.keys(SOURCES) as readonly FigureSource[];

const DAY_MS = 24 * HOUR_MS;

/**
 * For how long the records of an hour are complete, in ms from its beginning: until the nightly purge may remove the first of them, or removes the
 * figures themselves.
 */
export function wholeFor(source: FigureSource, config: Pick<Config, "retention">, law: Law): number {
  const retention = retentionOf(config.retention, law);
  return Math.min(daysOf(retention, SOURCES[source].kept), FIGURES_DAYS) * DAY_MS;
}

/** The shortest of the retention periods. */
function daysOf(retention: Retention, kept: Source["kept"]): number {
  return kept === "orders" ? Math.min(...retention.orders.map(({ days }) => days)) : retention[kept];
}
