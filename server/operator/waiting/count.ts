import { sql } from "kysely";
import { WAITING_KINDS, type WaitingKind } from "#core/desk/waiting.ts";
import { dayInZurich } from "#core/dates.ts";
import { beginningOf } from "#core/moments.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { lateIfHeldBefore } from "./deadlines.ts";
import { WAITING_SOURCES, type WaitingNeeds } from "./sources.ts";

/** How much of a kind waits. */
export type WaitingCount = {
  readonly count: number;
  /** Since when the oldest waits; null if nothing does. */
  readonly oldest: Date | null;
  /** Those whose deadline was before today. */
  readonly late: number;
};
type Row = WaitingCount & { readonly kind: WaitingKind };

/** How much of each kind waits, in one statement. */
export async function countWaiting(
  db: Handle,
  needs: WaitingNeeds,
): Promise<Readonly<Record<WaitingKind, WaitingCount>>> {
  const today = beginningOf(dayInZurich(needs.now));
  const counts = WAITING_KINDS.map((kind) => {
    const isLate = kind === "held" ? sql`since < ${lateIfHeldBefore(needs.now, needs.config)}` : sql`until < ${today}`;
    return sql`select ${kind}::text as kind, count(*)::int as count, min(since) as oldest, (count(*) filter (where ${isLate}))::int as late
      from (${WAITING_SOURCES[kind](needs)}) s`;
  });
  const { rows } = await sql<Row>`${sql.join(counts, sql` union all `)}`.execute(db);
  const none: WaitingCount = { count: 0, oldest: null, late: 0 };
  const of = (wanted: WaitingKind): WaitingCount => {
    const { kind: _kind, ...counted } = rows.find(({ kind }) => kind === wanted) ?? { kind: wanted, ...none };
    return counted;
  };
  return Object.fromEntries(WAITING_KINDS.map((kind) => [kind, of(kind)])) as Record<WaitingKind, WaitingCount>;
}
