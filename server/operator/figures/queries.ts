import { sql } from "kysely";
import type { FigureSource } from "#core/desk/figures.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { daysBefore, oldRows } from "#server/platform/database/old-rows.ts";
import { beginsOf, unnotedBegins } from "#server/reports/checkouts.ts";

/** The hourly figures of the desk's board, and when the checkouts began that they count. */

/** How long figures are kept, in days. */
export const FIGURES_DAYS = 731;

export const oldFigures = (now: Date) => oldRows("desk_figures", sql`hour < ${daysBefore(now, FIGURES_DAYS)}`);
export const oldBegins = (before: Date) => oldRows("desk_checkouts", sql`created_at < ${before}`);

/** The last hour of each source; null without one. */
export async function lastHours(db: Handle, sources: readonly FigureSource[]) {
  const { rows } = await sql<{ source: FigureSource; last: Date | null }>`
    select s.source, (select max(hour) from desk_figures f where f.source = s.source) as last
    from unnest(${sources}::text[]) as s (source)`.execute(db);
  return rows;
}

/** Adds the hours of a source from the first to the last one. They are due at once. */
export async function insertHours(
  db: Handle,
  { source, first, last, now }: { readonly source: FigureSource } & Readonly<Record<"first" | "last" | "now", Date>>,
): Promise<void> {
  await sql`
    insert into desk_figures (source, hour, due_at)
    select ${source}, at, ${now} from generate_series(${first}::timestamptz, ${last}, interval '1 hour') as at
    on conflict do nothing`.execute(db);
}

/** The newest hours of a source that are due, from `since` on. */
export async function dueHours(
  db: Handle,
  { source, now, since }: { readonly source: FigureSource; readonly now: Date; readonly since: Date },
  limit: number,
): Promise<readonly Date[]> {
  // Materialized: hardly any hour is due, and the planner would scan all of them for the newest that is.
  const { rows } = await sql<{ hour: Date }>`
    with due as materialized (select hour from desk_figures where source = ${source} and due_at <= ${now})
    select hour from due where hour >= ${since} order by hour desc limit ${limit}`.execute(db);
  return rows.map(({ hour }) => hour);
}

type Hour = { readonly source: FigureSource; readonly hour: Date };

/** Locks an hour that is still due. False if another process has locked or computed it. Nothing else locks the row. */
export async function lockDueHour(tx: Handle, { source, hour }: Hour, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from desk_figures where source = ${source} and hour = ${hour} and due_at <= ${now} for update skip locked`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Writes the figures of an hour, as JSON, and when they are due again. */
export async function writeFigures(tx: Handle, { source, hour }: Hour, figures: string, dueAt: Date): Promise<void> {
  await sql`
    update desk_figures set figures = ${figures}::jsonb, due_at = ${dueAt},
      changed_at = case when figures is distinct from ${figures}::jsonb then clock_timestamp() else changed_at end
    where source = ${source} and hour = ${hour}`.execute(tx);
}

/** Has an hour computed at a later moment. */
export async function delayHour(db: Handle, { source, hour }: Hour, dueAt: Date): Promise<void> {
  await sql`update desk_figures set due_at = ${dueAt} where source = ${source} and hour = ${hour}`.execute(db);
}

/** Has hours of checkouts computed again. */
export async function markDue(tx: Handle, hours: readonly Date[], now: Date): Promise<void> {
  if (hours.length === 0) return;
  await sql`update desk_figures set due_at = least(due_at, ${now})
    where source = 'checkouts' and hour = any (${hours.map((hour) => hour.toISOString())}::timestamptz[])`.execute(tx);
}

/** When the newest noted checkout began, less an interval, as text; null without one. */
export async function newestBegin(db: Handle, now: Date, overlap: string): Promise<string | null> {
  const { rows } = await sql<{ changed: string | null }>`
    select (max(created_at) - ${overlap}::interval)::text as changed from desk_checkouts where created_at <= ${now}`.execute(
    db,
  );
  return rows[0]?.changed ?? null;
}

/** Notes when checkouts began that have changed since a moment. Returns it. No checkout is locked. */
export async function noteBegins(
  tx: Handle,
  { changed, since, limit }: { readonly changed: string; readonly since: Date; readonly limit: number },
): Promise<readonly Date[]> {
  const { rows } = await sql<{ createdAt: Date }>`
    insert into desk_checkouts (created_at, checkout_id) ${unnotedBegins(changed, since, limit)}
    on conflict do nothing returning created_at as "createdAt"`.execute(tx);
  return rows.map(({ createdAt }) => createdAt);
}

/** Forgets when checkouts began, before their rows are removed. */
export async function forgetBegins(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await sql`delete from desk_checkouts d using (${beginsOf(checkoutIds)}) c
    where d.created_at = c.created_at and d.checkout_id = c.id`.execute(tx);
}
