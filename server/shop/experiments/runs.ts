import type { Selectable } from "kysely";
import * as v from "valibot";
import { EXPERIMENT_IDS, type Arm, type ShownRun } from "#core/checkout-record/experiments.ts";
import type { ArmCounts } from "#core/desk/experiments/run.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** A run of an experiment, as stored. */
export type Run = ShownRun & {
  readonly hypothesis: string;
  readonly perArm: number;
  /** The latest time at which the run's rule stops it. */
  readonly latest: Date;
  readonly begunBy: string;
  readonly begunById: string;
  /** Null while it is running. `by`: null if its rule stopped it. */
  readonly stopped: { readonly at: Date; readonly by: string | null; readonly reason: string | null } | null;
  /** `counts`: the counts of each arm when the decision was made. */
  readonly adopted: {
    readonly arm: Arm;
    readonly at: Date;
    readonly by: string;
    readonly reason: string;
    readonly counts: ArmCounts;
  } | null;
};

const Count = v.object({ exposed: v.number(), ordered: v.number() });
const Counts: v.GenericSchema<unknown, ArmCounts> = v.object({ A: Count, B: Count });

const COLUMNS = [
  "id",
  "experiment",
  "hypothesis",
  "per_arm",
  "starts_at",
  "ends_at",
  "begun_by",
  "begun_by_id",
  "stopped_at",
  "stopped_by",
  "stop_reason",
  "adopted_arm",
  "adopted_by",
  "adopted_at",
  "adoption_reason",
  "decided_on",
] as const;
type Row = Pick<Selectable<Tables["desk_experiments"]>, (typeof COLUMNS)[number]>;

const selected = (db: Handle) =>
  db.selectFrom("desk_experiments").select(COLUMNS).where("experiment", "in", EXPERIMENT_IDS);

/** Returns all runs of experiments that this version has, newest first. */
export async function runsIn(db: Handle): Promise<readonly Run[]> {
  return (await selected(db).orderBy("starts_at", "desc").execute()).map(stored);
}

/** Returns the runs that can include checkouts started in a time span. */
export async function runsOverlapping(
  db: Handle,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<readonly Run[]> {
  const rows = await selected(db)
    .where("starts_at", "<", until)
    .where((eb) => eb(eb.fn.coalesce("stopped_at", "ends_at"), ">", from))
    .orderBy("starts_at")
    .execute();
  return rows.map(stored);
}

/** Returns a run, locked until the transaction ends, or null. Only desks lock runs. */
export async function lockRun(tx: Handle, id: string): Promise<Run | null> {
  const row = await selected(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? stored(row) : null;
}

function stored(row: Row): Run {
  const { adopted_arm: arm, adopted_at: at, decided_on: counts } = row;
  return {
    id: row.id,
    experiment: row.experiment,
    hypothesis: row.hypothesis,
    perArm: row.per_arm,
    startsAt: row.starts_at,
    latest: row.ends_at,
    endsAt: row.stopped_at ?? row.ends_at,
    begunBy: row.begun_by,
    begunById: row.begun_by_id,
    stopped: row.stopped_at && { at: row.stopped_at, by: row.stopped_by, reason: row.stop_reason },
    adopted:
      arm && at && counts
        ? { arm, at, counts: v.parse(Counts, counts), by: row.adopted_by ?? "", reason: row.adoption_reason ?? "" }
        : null,
  };
}

/** A desk user, and when the user acted. */
type By = { readonly actor: string; readonly id: string; readonly now: Date };
type NewRun = Pick<Run, "experiment" | "hypothesis" | "perArm" | "startsAt" | "latest">;

/** The unique index that permits only one active run per experiment. */
export const ONE_AT_A_TIME = "desk_experiments_running";

/** Starts a run. Throws a unique violation of `ONE_AT_A_TIME` if another run of the same experiment is active. */
export async function addRun(db: Handle, run: NewRun, { actor, id, now }: By): Promise<void> {
  await db
    .insertInto("desk_experiments")
    .values({
      experiment: run.experiment,
      hypothesis: run.hypothesis,
      per_arm: run.perArm,
      starts_at: run.startsAt,
      ends_at: run.latest,
      begun_by: actor,
      begun_by_id: id,
      begun_at: now,
    })
    .execute();
}

/**
 * Stops an active run, on behalf of its rule, or of a person who gave a reason. Returns false if it was stopped before.
 */
export async function stopRun(
  db: Handle,
  id: string,
  at: Date,
  person: { readonly actor: string; readonly reason: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("desk_experiments")
    .set({ stopped_at: at, stopped_by: person?.actor ?? null, stop_reason: person?.reason ?? null })
    .where("id", "=", id)
    .where("stopped_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Adoption = { readonly arm: Arm; readonly reason: string; readonly counts: ArmCounts };

/** Shows an arm to all checkouts from now on. The caller has locked the run. */
export async function adoptArm(tx: Handle, id: string, adoption: Adoption, by: By): Promise<void> {
  await tx
    .updateTable("desk_experiments")
    .set({
      adopted_arm: adoption.arm,
      adopted_by: by.actor,
      adopted_by_id: by.id,
      adopted_at: by.now,
      adoption_reason: adoption.reason,
      decided_on: JSON.stringify(adoption.counts),
    })
    .where("id", "=", id)
    .execute();
}
