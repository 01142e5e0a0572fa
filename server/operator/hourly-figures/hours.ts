import { sql } from "kysely";
import { hourOf, HOUR_MS, type Span, recomputeAt, openSince } from "#core/desk/board.ts";
import type { FigureSource } from "#core/desk/figures.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore, expired } from "#server/platform/database/old-rows.ts";
import { oldestRecord } from "#server/read-models/figures.ts";
import { CODE_LIFE_MS } from "#server/sale/account/sms-login.ts";

/** How long the figures of the desk's board are stored, in days. */
export const FIGURES_DAYS = 731;

export const oldFigures = (now: Date) => expired("desk_figures", sql`hour < ${daysBefore(now, FIGURES_DAYS)}`);

/** Delay before an hour whose computation failed is computed again, so that it does not hold up the others. */
const AFTER_FAILURE = "1 minute";

/**
 * Adds the hours up to now, beginning with that of the oldest record or after the last known hour. They are due at
 * once.
 */
export async function addHours(db: Database, sources: readonly FigureSource[], now: Date): Promise<void> {
  const { rows } = await sql<{ source: FigureSource; last: Date | null }>`
    select s.source, (select max(hour) from desk_figures f where f.source = s.source) as last
    from unnest(${sources}::text[]) as s (source)`.execute(db);
  const current = hourOf(now);
  for (const { source, last } of rows) {
    const first = last ? new Date(last.getTime() + HOUR_MS) : await oldestHour(db, now);
    if (first > current) continue;
    await sql`
      insert into desk_figures (source, hour, due_at)
      select ${source}, at, ${now} from generate_series(${first}::timestamptz, ${current}, interval '1 hour') as at
      on conflict do nothing`.execute(db);
  }
}

/**
 * Returns the hour of the oldest record. Call it after checkouts are indexed. Payments from before the first order and
 * the first indexed checkout are ignored.
 */
async function oldestHour(db: Database, now: Date): Promise<Date> {
  const oldest = await oldestRecord(db, { now, codeLifeMs: CODE_LIFE_MS });
  return hourOf(new Date(Math.max(oldest.getTime(), daysBefore(now, FIGURES_DAYS).getTime())));
}

/** The source, the current time, and how far back the source's records are complete, in ms. */
type Request = { readonly source: FigureSource; readonly now: Date; readonly completeFor: number };

/** Returns the newest hours that are due and still have all their records. */
export async function dueHours(
  db: Database,
  { source, now, completeFor }: Request,
  limit: number,
): Promise<readonly Date[]> {
  // Materialized, because only few hours are due, and the planner would otherwise scan all hours for the newest due
  // one.
  const { rows } = await sql<{ hour: Date }>`
    with due as materialized (select hour from desk_figures where source = ${source} and due_at <= ${now})
    select hour from due where hour >= ${openSince(now, completeFor)} order by hour desc limit ${limit}`.execute(db);
  return rows.map(({ hour }) => hour);
}

/**
 * Computes all figures of a due hour, from the records that `read` returns. Processes take turns through a lock on the
 * hour's row, which serves no other purpose, so that figures read later are also written later. Skips an hour that
 * another process has locked, or has computed in the meantime.
 */
export async function computeHour(
  db: Database,
  { source, now, completeFor }: Request,
  hour: Date,
  read: (tx: Database, span: Span) => Promise<object>,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql`
        select from desk_figures where source = ${source} and hour = ${hour} and due_at <= ${now} for update skip locked`.execute(
        tx,
      );
      if (rows.length === 0) return;
      const began = performance.now();
      const figures = JSON.stringify(await read(tx, { from: hour, until: new Date(hour.getTime() + HOUR_MS) }));
      const dueAt = recomputeAt(hour, now, { took: performance.now() - began, completeFor });
      await sql`
        update desk_figures set figures = ${figures}::jsonb, due_at = ${dueAt},
          changed_at = case when figures is distinct from ${figures}::jsonb then clock_timestamp() else changed_at end
        where source = ${source} and hour = ${hour}`.execute(tx);
    });
  } catch (error) {
    await sql`update desk_figures set due_at = ${now}::timestamptz + ${AFTER_FAILURE}::interval
      where source = ${source} and hour = ${hour}`.execute(db);
    throw error;
  }
}
