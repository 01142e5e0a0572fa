import { sql } from "kysely";
import { daysBefore, isOver, oldRows, type Keeping } from "#server/platform/database/old-rows.ts";

/** Answers of solvency checks. Who was not refused is not remembered: that answer is for requests at the same time. */
export const oldAnswers = (refusals: Keeping) =>
  oldRows(
    "credit_checks",
    sql`case when answer->'solvent' = 'false' then ${isOver(sql`asked_at`, refusals)}
      else asked_at < ${daysBefore(refusals.now, 1)} end`,
  );
