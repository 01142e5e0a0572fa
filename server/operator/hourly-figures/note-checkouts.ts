import { sql } from "kysely";
import { hourOf, HOUR_MS } from "#core/desk/board.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { startsOf, unindexedStarts } from "#server/read-models/checkouts.ts";

export const oldStarts = expiredBefore("desk_checkouts", "created_at");

/** Removes checkouts from the index of starts, before their rows are removed. */
export async function removeStarts(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await sql`delete from desk_checkouts d using (${startsOf(checkoutIds)}) c
    where d.created_at = c.created_at and d.checkout_id = c.id`.execute(tx);
}

/** Number of checkouts indexed at a time. */
const BATCH = 500;
/** Hours that began within this time, in ms, are soon computed again anyway. */
const SOON_MS = 2 * HOUR_MS;

/**
 * Adds new checkouts to the index of starts, oldest first. If they belong to old hours, marks these to be computed
 * again. Returns whether there may be more. Checkouts are found by their last change, which is never before their
 * start. Locks no checkout.
 */
export async function indexCheckouts(
  db: Database,
  {
    now,
    since,
    overlap,
  }: {
    readonly now: Date;
    /** Checkouts that started earlier are no longer indexed. */
    readonly since: Date;
    /**
     * How far before the newest indexed checkout to search for checkouts that are not indexed, as a PostgreSQL
     * interval.
     */
    readonly overlap: string;
  },
): Promise<boolean> {
  // A separate query, because with a constant in the condition the planner reads the few newest rows, but with a
  // subquery all of them.
  const { rows: newest } = await sql<{ changed: string | null }>`
    select (max(created_at) - ${overlap}::interval)::text as changed from desk_checkouts where created_at <= ${now}`.execute(
    db,
  );
  const noted = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ createdAt: Date }>`
      insert into desk_checkouts (created_at, checkout_id)
      ${unindexedStarts(newest[0]?.changed ?? "-infinity", since, BATCH)}
      on conflict do nothing returning created_at as "createdAt"`.execute(tx);
    const isOld = (hour: Date) => hour.getTime() < now.getTime() - SOON_MS;
    const hours = rows.map(({ createdAt }) => hourOf(createdAt)).filter(isOld);
    if (hours.length > 0)
      await sql`update desk_figures set due_at = least(due_at, ${now})
        where source = 'checkouts' and hour = any (${hours.map((hour) => hour.toISOString())}::timestamptz[])`.execute(
        tx,
      );
    return rows.length;
  });
  return noted >= BATCH;
}
