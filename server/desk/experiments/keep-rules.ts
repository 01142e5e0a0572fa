import type { Logger } from "pino";
import { repeat, type Repeating } from "#server/platform/repeat.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { stopByRule } from "./stop-by-rule.ts";

type Needs = Pick<DeskServices, "db" | "now" | "lookAtExperiments" | "periods">;

/** Stops runs of experiments as their rules say. */
export function keepRules(needs: Needs & { readonly log: Pick<Logger, "warn"> }): Repeating {
  const { db, now, lookAtExperiments, periods, log } = needs;
  const check = async () => {
    if (await stopByRule(db, now())) await lookAtExperiments();
    return null;
  };
  return repeat(check, {
    everyMs: periods.experimentRules,
    failed: "the rules of experiments could not be checked",
    log,
  });
}
