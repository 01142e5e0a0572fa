import { sql } from "kysely";
import { hourOf, HOUR_MS } from "#core/desk/board.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { beginsOf, unnotedBegins } from "#server/reports/checkouts.ts";

export const oldBegins = expiredBefore("desk_checkouts", "created_at");

/** Forgets when checkouts began, before their rows are removed. */
export async function forgetBegins(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await sql`delete from desk_checkouts d using (${beginsOf(checkoutIds)}) c
    where d.created_at = c.created_at and d.checkout_id = c.id`.execute(tx);
}

/** Checkouts that are noted at a time. */
const BATCH = 500;
/** An hour that began within this time is computed again soon anyway, in ms. */
const SOON_MS = 2 * HOUR_MS;

/**
 * Notes when new checkouts began, oldest first, and marks old hours that they belong to for another computation.
 * Returns whether there may be more. Checkouts are found by their last change, which is never before their beginning.
 * No checkout is locked.
 */
export async function noteCheckouts(
  db: Database,
  {
    now,
    since,
    overlap,
  }: {
    readonly now: Date;
    /** Older ones are not noted any more. */
    readonly since: Date;
    /** How far behind the newest noted checkout others are looked for, as an interval of PostgreSQL. */
    readonly overlap: string;
  },
): Promise<boolean> {
  // A query of its own: with a constant in the condition the planner reads the few newest ones, with a subquery all of
  // them.
  const { rows: newest } = await sql<{ changed: string | null }>`
    select (max(created_at) - ${overlap}::interval)::text as changed from desk_checkouts where created_at <= ${now}`.execute(
    db,
  );
  const noted = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ createdAt: Date }>`
      insert into desk_checkouts (created_at, checkout_id)
      ${unnotedBegins(newest[0]?.changed ?? "-infinity", since, BATCH)}
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
