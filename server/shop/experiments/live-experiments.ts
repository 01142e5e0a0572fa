import type { Logger } from "pino";
import { armsAt, type Arms, FIRST_BYTES_OF_A, type Arm } from "#core/record/experiments.ts";
import type { Step } from "#core/steps/steps.ts";
import { repeat } from "#server/platform/repeat.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { runsIn, type Run } from "./runs.ts";
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";

/** The checkout of which arms are asked for. */
type Shown = {
  readonly id: string;
  readonly createdAt: Date;
  readonly record: { readonly type: string };
};

/** What shoppers are shown of experiments, from memory: a purchase asks and writes nothing for it. */
export type Experiments = {
  /** The arms of a checkout at a step; empty where there is nothing to say. */
  armsAt(step: Step, checkout: Shown): Arms;
};
export type LiveExperiments = Experiments & {
  /** Looks for changes at once. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

/** The experiments of the shop, as people at the desk have begun and decided them. Each process looks for itself. */
export async function liveExperiments(
  db: Database,
  {
    now,
    log,
    everyMs,
  }: {
    readonly now: Clock;
    readonly log: Pick<Logger, "warn">;
    /** How often runs are looked for that were begun, stopped or decided on, in ms. */
    readonly everyMs: number;
  },
): Promise<LiveExperiments> {
  let runs: readonly Run[] = [];
  const look = async () => {
    runs = await runsIn(db);
  };
  await look();
  const looking = repeat(
    async () => {
      await look();
      return null;
    },
    { everyMs, pausesFirst: true, failed: "changes of experiments could not be looked for", log },
  );
  return {
    armsAt: (step, { id, createdAt, record: { type } }) =>
      armsAt(step, { id, createdAt, type }, { runs, now: now(), armOf }),
    look,
    stop: () => looking.stop(),
  };
}

/**
 * The arm of a checkout in a run: by the first byte of a hash of both, so that nothing has to be stored with the
 * checkout.
 */
export function armOf(run: string, checkout: string): Arm {
  const [first = 0] = createHash("sha256").update(`${run}:${checkout}`).digest();
  return first < FIRST_BYTES_OF_A ? "A" : "B";
}

/** The same as an expression of the database, for checkouts by a column. */
export const armInSql = (run: string, checkout: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when get_byte(sha256(convert_to(${`${run}:`} || ${checkout}, 'UTF8')), 0) < ${FIRST_BYTES_OF_A} then 'A' else 'B' end`;
