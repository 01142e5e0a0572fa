import { hourOf, HOUR_MS } from "#core/desk/board.ts";
import type { FigureSource } from "#core/desk/figures.ts";
import { lookAgainAt, openSince } from "#core/desk/look-again.ts";
import {
  delayHour,
  dueHours as hoursDue,
  FIGURES_DAYS,
  insertHours,
  lastHours,
  lockDueHour,
  writeFigures,
} from "#server/operator/figures/queries.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import { oldestRecord } from "#server/reports/figures.ts";
import { CODE_LIFE_MS } from "#server/sale/account/sms-login.ts";
import { FIGURE_SOURCES, SOURCES } from "./sources.ts";

/** How long an hour waits after its computation has failed, so that it does not hold up the others, in ms. */
const AFTER_FAILURE_MS = 60_000;

/** Adds the hours up to now, from the oldest record or after the last known hour. They are due at once. */
export async function addHours(db: Database, now: Date): Promise<void> {
  const current = hourOf(now);
  for (const { source, last } of await lastHours(db, FIGURE_SOURCES)) {
    const first = last ? new Date(last.getTime() + HOUR_MS) : await oldestHour(db, now);
    if (first <= current) await insertHours(db, { source, first, last: current, now });
  }
}

/** The hour of the oldest record. Checkouts have to be noted before. Payments older than any order and any noted checkout are left out. */
async function oldestHour(db: Database, now: Date): Promise<Date> {
  const oldest = await oldestRecord(db, { now, codeLifeMs: CODE_LIFE_MS });
  return hourOf(new Date(Math.max(oldest.getTime(), daysBefore(now, FIGURES_DAYS).getTime())));
}

/** The source, the time, and for how long the source's records are complete, in ms. */
type Look = { readonly source: FigureSource; readonly now: Date; readonly wholeFor: number };

/** The newest hours that are due and still have all their records. */
export const dueHours = (db: Database, { source, now, wholeFor }: Look, limit: number): Promise<readonly Date[]> =>
  hoursDue(db, { source, now, since: openSince(now, wholeFor) }, limit);

/**
 * Computes all figures of a due hour from the records. Processes take turns by a lock on the hour's row, so that what was read later is also
 * written later. An hour that another process has locked, or has computed meanwhile, is skipped.
 */
export async function computeHour(db: Database, { source, now, wholeFor }: Look, hour: Date): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await lockDueHour(tx, { source, hour }, now))) return;
      const began = performance.now();
      const span = { from: hour, until: new Date(hour.getTime() + HOUR_MS) };
      const figures = JSON.stringify(await SOURCES[source].read(tx, span, now));
      const dueAt = lookAgainAt(hour, now, { took: performance.now() - began, wholeFor });
      await writeFigures(tx, { source, hour }, figures, dueAt);
    });
  } catch (error) {
    await delayHour(db, { source, hour }, new Date(now.getTime() + AFTER_FAILURE_MS));
    throw error;
  }
}
