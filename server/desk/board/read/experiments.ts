import { sql } from "kysely";
import { EXPERIMENTS, type Arm } from "#core/experiments.ts";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import { TV_TYPES } from "#core/steps.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { armInSql } from "#server/shop/experiments/arm.ts";
import { runsOverlapping, type Run } from "#server/shop/experiments/runs.ts";

/**
 * The exposed checkouts of each run that began in a span: those that entered the step of its experiment while it went on. Whoever was exposed counts in the
 * arm, whatever became of the checkout (intention to treat).
 */
export async function readExperiments(db: Handle, span: Span): Promise<readonly Figure<"experiments">[]> {
  const figures: Figure<"experiments">[] = [];
  for (const run of await runsOverlapping(db, span))
    for (const count of await readRun(db, run, span)) figures.push({ run: run.id, ...count });
  return figures;
}

type ArmFigure = { readonly arm: Arm; readonly exposed: number; readonly ordered: number };

async function readRun(db: Handle, run: Run, span: Span): Promise<readonly ArmFigure[]> {
  const { step, family } = EXPERIMENTS[run.experiment];
  const from = run.startsAt > span.from ? run.startsAt : span.from;
  const until = run.endsAt < span.until ? run.endsAt : span.until;
  const isPart = family === "all" ? sql`true` : sql`c.record->>'type' <> all (${TV_TYPES})`;
  const { rows } = await sql<ArmFigure>`
    select ${armInSql(run.id, sql`c.id`)} as arm, count(*)::int as exposed,
      count(*) filter (where exists (select from orders o where o.checkout_id = c.id))::int as ordered
    from desk_checkouts d join checkouts c on c.id = d.checkout_id
    where d.created_at >= ${from} and d.created_at < ${until} and ${isPart}
      and exists (select from checkout_calls h where h.checkout_id = c.id and h.call = 'prepare' and h.failure is null
        and split_part(h.detail, ', ', 1) = ${step} and h.at < ${run.endsAt})
    group by 1`.execute(db);
  return rows;
}
