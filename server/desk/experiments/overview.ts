import type { ExperimentRun, Experiments } from "#contract/desk/experiments.ts";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { requesterFor } from "#core/desk/order-actions.ts";
import { HOUR_MS, hourOf } from "#core/desk/board.ts";
import { resultOf } from "#core/desk/experiments/result.ts";
import { stateOf } from "#core/desk/experiments/run.ts";
import { isUnbalanced } from "#core/desk/experiments/statistics.ts";
import { EXPERIMENT_IDS, EXPERIMENTS, standingArm, type ExperimentId } from "#core/checkout-record/experiments.ts";
import { knownPeople, type DeskPerson } from "#server/operator/desk-people/people.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { runsIn, type Run } from "#server/shop/experiments/runs.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { countsOf, reachCounts, readFunnelSums, unknownHoursOf } from "./counts.ts";

/** Number of earlier runs that are shown. */
const PAST = 20;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** GET /experiments: returns the experiments that can be run, the current runs, and the results of stopped runs. */
export function experiments({
  experimentView,
}: {
  readonly experimentView: ExperimentView;
}): DeskHandler<"experiments"> {
  return async ({ person }) => ok(await experimentView.of(person));
}

/** The experiments of this shop, as the desk shows them. */
export type ExperimentView = {
  /** Returns whether the arms of an experiment differ in this shop. */
  isAvailable(experiment: ExperimentId): boolean;
  /** Returns the experiments, from the point of view of a person. */
  of(person: DeskPerson): Promise<Experiments>;
};

export function createExperimentView({ db, now, esims }: Pick<DeskServices, "db" | "now" | "esims">): ExperimentView {
  const isAvailable = (experiment: ExperimentId) => esims !== null || !EXPERIMENTS[experiment].needsEsim;
  return {
    isAvailable,
    of(person) {
      const at = now();
      return db
        .transaction()
        .setAccessMode("read only")
        .setIsolationLevel("repeatable read")
        .execute(async (tx) => {
          const runs = await runsIn(tx);
          const current = hourOf(at);
          const week = { from: new Date(current.getTime() - WEEK_MS), until: current };
          const sums = await readFunnelSums(tx, week);
          const shown = async (run: Run | undefined) => (run ? runOnWire(tx, run, { person, now: at }) : null);
          const newest = new Map(EXPERIMENT_IDS.map((id) => [id, runs.find(({ experiment }) => experiment === id)]));
          const listed = [];
          for (const [id, run] of newest)
            listed.push({
              id,
              available: isAvailable(id),
              standing: standingArm(id, runs),
              run: await shown(run),
              lastWeek: reachCounts(sums, id),
            });
          const past: ExperimentRun[] = [];
          for (const run of runs.filter((each) => newest.get(each.experiment) !== each).slice(0, PAST))
            past.push(await runOnWire(tx, run, { person, now: at }));
          return { experiments: listed, past };
        });
    },
  };
}

type Seen = { readonly person: DeskPerson; readonly now: Date };

async function runOnWire(db: Handle, run: Run, { person, now }: Seen): Promise<ExperimentRun> {
  const stopped = stopOf(run, now);
  const counts = await countsOf(db, run);
  const { A, B } = counts;
  const { adopted } = run;
  return {
    id: run.id,
    experiment: run.experiment,
    state: stateOf({ stoppedAt: stopped?.at ?? null, adopted }),
    hypothesis: run.hypothesis,
    by: run.begunBy,
    beginner: requesterFor(await beginnerOf(db, run), person),
    startsAt: run.startsAt.toISOString(),
    perArm: run.perArm,
    lastDay: formatDay(addDays(dayInZurich(run.latest), -1)),
    exposed: A.exposed + B.exposed,
    unbalanced: isUnbalanced(A.exposed, B.exposed),
    stopped: stopped && { ...stopped, at: stopped.at.toISOString() },
    result: stopped && resultOf(counts, { early: stopped.by !== null }),
    unknownHours: stopped && !adopted ? await unknownHoursOf(db, run) : 0,
    adopted: adopted && { arm: adopted.arm, at: adopted.at.toISOString(), by: adopted.by, reason: adopted.reason },
  };
}

/**
 * Returns how a run was stopped; null if it continues. A run whose rule has ended it counts as stopped, even if that is
 * not stored yet.
 */
function stopOf({ stopped, latest }: Run, now: Date): Run["stopped"] {
  return stopped ?? (latest <= now ? { at: latest, by: null, reason: null } : null);
}

/**
 * Returns the person who started a run, with what decides who may adopt an arm; null if the person no longer exists.
 */
export async function beginnerOf(db: Handle, { begunById }: Pick<Run, "begunById">) {
  return (await knownPeople(db, [begunById])).get(begunById) ?? null;
}
