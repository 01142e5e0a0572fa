import type { Logger } from "pino";
import { armsAt, type Arms, FIRST_BYTES_OF_A, type Arm } from "#core/checkout-record/experiments.ts";
import type { Step } from "#core/steps/steps.ts";
import { repeat } from "#server/platform/repeat.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { runsIn, type Run } from "./runs.ts";
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";

/** The checkout whose arms are requested. */
type Shown = {
  readonly id: string;
  readonly createdAt: Date;
  readonly record: { readonly type: string };
};

/** The experiment arms shown to shoppers, from memory: a purchase needs no query and no write for them. */
export type Experiments = {
  /** Returns the arms of a checkout at a step; empty without experiments. */
  armsAt(step: Step, checkout: Shown): Arms;
};
export type LiveExperiments = Experiments & {
  /** Checks for changes at once. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Returns the experiments of the shop, as started and decided by desk users. Each process checks for changes itself.
 */
export async function liveExperiments(
  db: Database,
  {
    now,
    log,
    everyMs,
  }: {
    readonly now: Clock;
    readonly log: Pick<Logger, "warn">;
    /** Interval between checks for started, stopped or decided runs, in ms. */
    readonly everyMs: number;
  },
): Promise<LiveExperiments> {
  let runs: readonly Run[] = [];
  const refresh = async () => {
    runs = await runsIn(db);
  };
  await refresh();
  const refreshing = repeat(
    async () => {
      await refresh();
      return null;
    },
    { everyMs, pausesFirst: true, failed: "could not check for changes of experiments", log },
  );
  return {
    armsAt: (step, { id, createdAt, record: { type } }) =>
      armsAt(step, { id, createdAt, type }, { runs, now: now(), armOf }),
    refresh,
    stop: () => refreshing.stop(),
  };
}

/**
 * Returns the arm of a checkout in a run, by the first byte of a hash of both, so that nothing is stored with the
 * checkout.
 */
export function armOf(run: string, checkout: string): Arm {
  const [first = 0] = createHash("sha256").update(`${run}:${checkout}`).digest();
  return first < FIRST_BYTES_OF_A ? "A" : "B";
}

/** Returns the same as an SQL expression, for checkouts by a column. */
export const armInSql = (run: string, checkout: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when get_byte(sha256(convert_to(${`${run}:`} || ${checkout}, 'UTF8')), 0) < ${FIRST_BYTES_OF_A} then 'A' else 'B' end`;
