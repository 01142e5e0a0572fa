import type { Logger } from "pino";
import { armsAt, type Arms, FIRST_BYTES_OF_A, type Arm } from "#core/checkout-record/experiments.ts";
import type { Step } from "#core/steps/steps.ts";
import { repeat } from "#server/platform/repeat.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { runsIn, type Run } from "./runs.ts";
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";

/** A checkout, with what its arms depend on. */
type Shown = {
  readonly id: string;
  readonly createdAt: Date;
  readonly record: { readonly type: string };
};

/**
 * The experiment arms that shoppers see. They are in memory, so a purchase needs neither a query nor a write for them.
 */
export type Experiments = {
  /** Returns the arms of a checkout at a step; empty if there are no experiments. */
  armsAt(step: Step, checkout: Shown): Arms;
};
export type LiveExperiments = Experiments & {
  /** Checks for changes at once. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Returns the experiments of the shop, as desk users have started and decided on them. Each process checks for changes
 * itself.
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
    /** How often to check for runs that were started, stopped or decided on, in ms. */
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
 * Returns the arm of a checkout in a run. It depends on the first byte of a hash of both, so nothing has to be stored
 * with the checkout.
 */
export function armOf(run: string, checkout: string): Arm {
  const [first = 0] = createHash("sha256").update(`${run}:${checkout}`).digest();
  return first < FIRST_BYTES_OF_A ? "A" : "B";
}

/** Returns `armOf` as an SQL expression, for the checkouts in a column. */
export const armInSql = (run: string, checkout: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when get_byte(sha256(convert_to(${`${run}:`} || ${checkout}, 'UTF8')), 0) < ${FIRST_BYTES_OF_A} then 'A' else 'B' end`;
