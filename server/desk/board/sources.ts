import { FAILURES, type FailureName } from "#contract/failures.ts";
import { REMARKS } from "#core/steps/call-detail.ts";
import type { Law } from "#core/law/law.ts";
import { HOUR_MS, type Span } from "#core/desk/board.ts";
import {
  storedFigures,
  type Figure,
  type FigureKind,
  type FigureSource,
  type StoredFigure,
} from "#core/desk/figures.ts";
import { withFewSources } from "#core/checkout-record/source.ts";
import { EXPERIMENTS } from "#core/checkout-record/experiments.ts";
import type { Config } from "#server/config/config.ts";
import { FIGURES_DAYS } from "#server/operator/hourly-figures/hours.ts";
import { retentionOf, type Retention } from "#server/operator/retention/part.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { readErrors, readExposed, readFunnel, readSources } from "#server/read-models/checkouts.ts";
import { readCodes } from "#server/read-models/figures.ts";
import { readHandovers, readMessages, readSales } from "#server/read-models/orders.ts";
import { readPayments } from "#server/read-models/payments.ts";
import { CODE_LIFE_MS } from "#server/sale/account/sms-login.ts";
import { armInSql } from "#server/shop/experiments/live-experiments.ts";
import { runsOverlapping } from "#server/shop/experiments/runs.ts";

type HourFigures = { readonly [Kind in FigureKind]?: readonly StoredFigure[] };

type Source = {
  /** Which retention period applies to its records. */
  readonly kept: "checkouts" | "orders" | "secrets";
  /** Computes the figures of a time span from the records, regardless of earlier results. */
  read(db: Handle, span: Span, now: Date): Promise<HourFigures>;
};

/**
 * The failures whose history lists fields, and refusals without a failure (including reasons why a step is closed), as
 * rules with their wording in the history.
 */
const REFUSALS = {
  withFields: (Object.keys(FAILURES) as FailureName[]).filter((name) =>
    ["fieldErrors", "refusedFields"].includes(FAILURES[name].body),
  ),
  remarks: REMARKS,
};

/** Number of named sources counted in an hour, so that strangers cannot fill the figures with invented names. */
const MAX_SOURCES = 20;

const endOfCode = (sentAt: Date) => new Date(sentAt.getTime() + CODE_LIFE_MS);

/**
 * Returns, for each run of an experiment, the exposed checkouts that were started in a time span: those that reached
 * the step that the experiment runs on while it ran.
 */
async function readExperiments(db: Handle, span: Span): Promise<readonly Figure<"experiments">[]> {
  const figures: Figure<"experiments">[] = [];
  for (const { id: run, experiment, startsAt, endsAt } of await runsOverlapping(db, span)) {
    const { step, family } = EXPERIMENTS[experiment];
    const during = {
      from: startsAt > span.from ? startsAt : span.from,
      until: endsAt < span.until ? endsAt : span.until,
    };
    const arm = (checkout: Parameters<typeof armInSql>[1]) => armInSql(run, checkout);
    const arms = await readExposed(db, during, { step, exceptTv: family !== "all", before: endsAt, arm });
    for (const count of arms) figures.push({ run, ...count });
  }
  return figures;
}

export const SOURCES: Readonly<Record<FigureSource, Source>> = {
  checkouts: {
    kept: "checkouts",
    read: async (db, span) => ({
      funnel: storedFigures("funnel", await readFunnel(db, span)),
      sources: storedFigures("sources", withFewSources(await readSources(db, span), MAX_SOURCES)),
      errors: storedFigures("errors", await readErrors(db, span, REFUSALS)),
      experiments: storedFigures("experiments", await readExperiments(db, span)),
    }),
  },
  orders: {
    kept: "orders",
    read: async (db, span) => ({
      sales: storedFigures("sales", await readSales(db, span)),
      handovers: storedFigures("handovers", await readHandovers(db, span)),
      messages: storedFigures("messages", await readMessages(db, span)),
    }),
  },
  payments: {
    kept: "orders",
    read: async (db, span) => ({ payments: storedFigures("payments", await readPayments(db, span)) }),
  },
  codes: {
    kept: "secrets",
    // Rows do not contain when a code was sent, only when it expires.
    read: async (db, { from, until }, now) => ({
      codes: storedFigures("codes", await readCodes(db, { from: endOfCode(from), until: endOfCode(until) }, now)),
    }),
  },
};
export const FIGURE_SOURCES = Object.keys(SOURCES) as readonly FigureSource[];

const DAY_MS = 24 * HOUR_MS;

/**
 * Returns how long the records of an hour are complete, in ms from its start: until the nightly purge may remove the
 * first of them, or removes the figures themselves.
 */
export function completeFor(source: FigureSource, config: Pick<Config, "retention">, law: Law): number {
  const retention = retentionOf(config.retention, law);
  return Math.min(daysOf(retention, SOURCES[source].kept), FIGURES_DAYS) * DAY_MS;
}

/** Returns the retention period in days; if there are several, the shortest. */
function daysOf(retention: Retention, kept: Source["kept"]): number {
  return kept === "orders" ? Math.min(...retention.orders.map(({ days }) => days)) : retention[kept];
}
