import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { ruleStop } from "#core/desk/experiments/run.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { runsIn, stopRun } from "#server/shop/experiments/runs.ts";
import { countsOf } from "./counts.ts";

/** Stops runs of experiments according to their rules, again and again. */
export function startRules({
  db,
  now,
  reloadExperiments,
  periods,
  log,
}: Pick<DeskServices, "db" | "now" | "reloadExperiments" | "periods" | "log">): Repeating {
  const check = async () => {
    if (await stopByRule(db, now())) await reloadExperiments();
    return null;
  };
  return repeat(check, {
    everyMs: periods.experimentRules,
    failed: "the rules of experiments could not be checked",
    log,
  });
}

/**
 * Stops the runs that their rules end by now. Returns whether any was stopped. If several processes notice, the first
 * one stops the run.
 */
export async function stopByRule(db: Handle, now: Date): Promise<boolean> {
  let any = false;
  for (const run of await runsIn(db)) {
    if (run.stopped) continue;
    const at = ruleStop({ perArm: run.perArm, endsAt: run.latest }, await countsOf(db, run), now);
    if (at) any = (await stopRun(db, run.id, at, null)) || any;
  }
  return any;
}
