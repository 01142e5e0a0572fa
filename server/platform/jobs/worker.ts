import type pg from "pg";
import type { Logger } from "pino";
import { createBreaker, type Breaker } from "#server/platform/breaker.ts";
import { laneOf, LANES, type LaneName, type Timetable } from "./lanes.ts";
import { ignoreOtherLanes } from "./notices.ts";
import { startLiveness } from "./orphans.ts";
import { keepRunning, type LaneTasks } from "./runner.ts";
import type { JobName, Task, Tasks } from "./tasks.ts";

/** How many jobs a single runner for all lanes runs at once. */
const IN_ONE_RUNNER = 13;

/** After this many consecutive failures, the system behind a lane is no longer called. */
const FAILURES = 5;

type Options = {
  readonly log: Logger;
  /** How often to poll for jobs whose notification was lost, and for jobs of processes that have died, in ms. */
  readonly pollMs: number;
  readonly orphansMs: number;
  /** How long a system is not called after repeated failures, in ms. */
  readonly restMs: number;
  readonly timetable: Timetable;
  readonly failures?: number;
  readonly runners?: Runners;
};

/**
 * `perLane`: each lane has a runner of its own, so that a system that hangs blocks only its lane. `one`: one runner has
 * the jobs of all lanes, which starts faster and keeps fewer connections.
 */
export type Runners = "perLane" | "one";

export type Worker = {
  /** Returns for each lane whether its circuit is open. */
  circuits(): Readonly<Record<string, boolean>>;
  stop(): Promise<void>;
};

/**
 * Runs jobs in this process, with the lanes in parallel. Several processes share one queue. Failed jobs are retried
 * with increasing delays. When a system responds again after its circuit was open, the jobs that failed in the meantime
 * are retried at once.
 */
export async function startWorker(
  pool: pg.Pool,
  tasks: Tasks,
  { log, pollMs, orphansMs, restMs, timetable, failures = FAILURES, runners = "perLane" }: Options,
): Promise<Worker> {
  const liveness = await startLiveness(pool, log, orphansMs);
  const stopping = new AbortController();
  const breakers: Partial<Record<LaneName, Breaker>> = {};
  const lanes = lanesOf(tasks).map(([lane, list]) => {
    const names = Object.keys(list);
    const onChange = (isOpen: boolean) => {
      log.warn({ lane, isOpen }, isOpen ? "a system behind a lane of jobs is left alone" : "it is called again");
      if (isOpen) return;
      void retryNow(pool, names).catch((error: Error) =>
        log.warn({ lane, error: error.message }, "could not retry the jobs of a lane"),
      );
    };
    const breaker = LANES[lane].breaker ? createBreaker(`${lane} jobs`, { failures, restMs }, onChange) : null;
    if (breaker) breakers[lane] = breaker;
    return { lane, tasks: breaker ? guard(list, breaker) : list, concurrency: LANES[lane].concurrency };
  });
  const start = (lane: LaneName | null, tasksOfRunner: LaneTasks, concurrency: number) => {
    const own = liveness.lane();
    if (lane !== null) ignoreOtherLanes(own.events, lane);
    return keepRunning({ pool, log, tasks: tasksOfRunner, concurrency, pollMs, timetable }, own, stopping.signal);
  };
  const ends = await Promise.all(
    runners === "perLane"
      ? lanes.map(({ lane, tasks: own, concurrency }) => start(lane, own, concurrency))
      : [start(null, Object.assign({}, ...lanes.map(({ tasks: own }) => own)) as LaneTasks, IN_ONE_RUNNER)],
  );
  return {
    circuits: () => Object.fromEntries(Object.entries(breakers).map(([lane, { isOpen }]) => [lane, isOpen])),
    async stop() {
      stopping.abort();
      await Promise.all(ends.map(({ ended }) => ended));
      await liveness.stop();
    },
  };
}

/** Returns the lanes that have tasks, with those tasks. */
function lanesOf(tasks: Tasks): readonly (readonly [LaneName, LaneTasks])[] {
  const lanes = new Map<LaneName, LaneTasks>();
  for (const name of Object.keys(tasks) as JobName[]) {
    const lane = lanes.get(laneOf(name)) ?? {};
    lanes.set(laneOf(name), { ...lane, [name]: tasks[name] as Task<JobName> });
  }
  return [...lanes];
}

function guard(tasks: LaneTasks, breaker: Breaker): LaneTasks {
  const entries = Object.entries(tasks) as [JobName, Task<JobName>][];
  // `async`, because tasks in tests may return no promise.
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (payload: never) => breaker.run(async () => task(payload))]),
  );
}

/** Makes failed jobs due now. */
async function retryNow(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `select graphile_worker.reschedule_jobs(array(
       select id from graphile_worker.jobs
       where task_identifier = any($1) and attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now()
     ), run_at := now())`,
    [names],
  );
}
