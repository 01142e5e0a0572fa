import { hourOf, HOUR_MS } from "#core/desk/board.ts";
import { markDue, newestBegin, noteBegins } from "#server/operator/figures/queries.ts";
import type { Database } from "#server/platform/database/database.ts";

/** Checkouts that are noted at a time. */
const BATCH = 500;
/** An hour that began within this time is computed again soon anyway, in ms. */
const SOON_MS = 2 * HOUR_MS;

type Needs = {
  readonly now: Date;
  /** Older ones are not noted any more. */
  readonly since: Date;
  /** How far behind the newest noted checkout others are looked for, as an interval of PostgreSQL. */
  readonly overlap: string;
};

/**
 * Notes when new checkouts began, oldest first, and marks old hours that they belong to for another computation. Returns whether there may be more.
 */
export async function noteCheckouts(db: Database, { now, since, overlap }: Needs): Promise<boolean> {
  // A query of its own: with a constant in the condition the planner reads the few newest ones, with a subquery all of them.
  const changed = (await newestBegin(db, now, overlap)) ?? "-infinity";
  const noted = await db.transaction().execute(async (tx) => {
    const begins = await noteBegins(tx, { changed, since, limit: BATCH });
    const isOld = (hour: Date) => hour.getTime() < now.getTime() - SOON_MS;
    await markDue(tx, begins.map(hourOf).filter(isOld), now);
    return begins.length;
  });
  return noted >= BATCH;
}
