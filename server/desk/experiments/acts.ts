import type { DeskFailureName } from "#contract/desk/calls.ts";
import { parseDay } from "#core/time/dates.ts";
import { requesterFor } from "#core/desk/order-actions.ts";
import { endOf, isStopRule, startOf } from "#core/desk/experiments/run.ts";
import { isUuid } from "#server/platform/ids.ts";
import { isUniqueViolation, type Handle } from "#server/platform/database/database.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import { addRun, lockRun, ONE_AT_A_TIME, runsIn, adoptArm, stopRun, type Run } from "#server/shop/experiments/runs.ts";
import { ok, fail, type Result } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { countsOf } from "./counts.ts";
import { beginnerOf, type ExperimentView } from "./overview.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { stopByRule } from "./keep-rules.ts";

type Needs = Pick<DeskServices, "db" | "now" | "reloadExperiments"> & { readonly experimentView: ExperimentView };

/** POST /experiments: starts a run. Its stop rule cannot be changed later. */
export function beginExperiment(services: Needs): DeskHandler<"beginExperiment"> {
  return async ({ body: { experiment, hypothesis, perArm, lastDay: dayText }, person }) => {
    const { db } = services;
    const now = services.now();
    if (!services.experimentView.isAvailable(experiment)) return fail("notFound");
    const lastDay = parseDay(dayText);
    if (!lastDay || !isStopRule({ perArm, lastDay }, now)) return fail("stopRuleWrong");
    await stopByRule(db, now);
    const run = { experiment, hypothesis, perArm, startsAt: startOf(now), latest: endOf({ lastDay }) };
    try {
      await addRun(db, run, { actor: person.actor, id: person.id, now });
    } catch (error) {
      if (isUniqueViolation(error, ONE_AT_A_TIME)) return fail("experimentRunning");
      throw error;
    }
    await services.reloadExperiments();
    return ok(await services.experimentView.of(person));
  };
}

/** POST /experiments/{id}/stop: stops a run before its rule does. */
export function stopExperiment(services: Needs): DeskHandler<"stopExperiment"> {
  return ({ params: { id }, body: { reason }, person }) =>
    changeRun(services, { id, person }, async (tx, run, now) => {
      if (run.stopped) return fail("alreadyDone");
      await stopRun(tx, id, now, { actor: person.actor, reason });
      return null;
    });
}

/**
 * POST /experiments/{id}/adopt: shows an arm of the experiment's newest run to all shoppers, until the other arm is
 * adopted.
 */
export function adoptExperiment(services: Needs): DeskHandler<"adoptExperiment"> {
  return ({ params: { id }, body: { arm, reason }, person }) =>
    changeRun(services, { id, person }, async (tx, run, now) => {
      if (!run.stopped) return fail("experimentRunning");
      const newest = (await runsIn(tx)).find(({ experiment }) => experiment === run.experiment);
      if (newest?.id !== id || run.adopted?.arm === arm) return fail("alreadyDone");
      const beginner = requesterFor(await beginnerOf(tx, run), person);
      if (beginner === "own") return fail("ownRequest");
      if (beginner === "unknown") return fail("beginnerUnknown");
      const counts = await countsOf(tx, run);
      await adoptArm(tx, id, { arm, reason, counts }, { actor: person.actor, id: person.id, now });
      return null;
    });
}

type Asked = { readonly id: string; readonly person: DeskPerson };

/** Changes a run while it is locked, after applying its stop rule, and makes all processes read it again. */
async function changeRun<Name extends DeskFailureName>(
  services: Needs,
  { id, person }: Asked,
  change: (tx: Handle, run: Run, now: Date) => Promise<Result<never, Name> | null>,
) {
  const now = services.now();
  if (!isUuid(id)) return fail("notFound");
  await stopByRule(services.db, now);
  const failure = await services.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id);
    return run ? change(tx, run, now) : fail("notFound");
  });
  if (failure) return failure;
  await services.reloadExperiments();
  return ok(await services.experimentView.of(person));
}
