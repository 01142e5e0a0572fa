import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Logger as JobLogger, run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Timetable } from "./lanes.ts";
import type { LaneLiveness } from "./orphans.ts";
import type { JobName, Task } from "./tasks.ts";

export type LaneTasks = Readonly<Partial<Record<JobName, Task<JobName>>>>;

type RunnerOptions = {
  readonly pool: pg.Pool;
  readonly tasks: LaneTasks;
  readonly concurrency: number;
  /** How often to poll for jobs whose notification was lost, in ms. */
  readonly pollMs: number;
  readonly timetable: Timetable;
  readonly log: Logger;
};

/**
 * Fetches and completes jobs in batches, which under load saves most of the queue's statements. If a process dies
 * before a completion is stored, the job runs again, so every job must be repeatable.
 *
 * There is no `refetchDelay`: during the delay, graphile-worker 0.18 drops the notification of a new job, which then
 * waits for the next poll.
 */
const batches = (concurrency: number) => ({
  localQueue: { size: 2 * concurrency },
  completeJobBatchDelay: BATCH_MS,
  // Required: without a delay, graphile-worker 0.18 does not handle an error of the report itself, and the process
  // would end.
  failJobBatchDelay: BATCH_MS,
});

const BATCH_MS = 50;

/** When to look for the next job of a queue, in ms after a job of a queue ended. */
const LOOKS = [2 * BATCH_MS, 1000];

/**
 * Looks for the next job of a queue after one has ended. A job that is queued until the end of the one before is
 * stored finds its queue locked, and graphile-worker sends no notification when the queue is free again.
 */
function lookAfterQueued(events: WorkerEvents): void {
  events.on("job:complete", ({ job, worker }) => {
    if (job.job_queue_id === null) return;
    for (const ms of LOOKS) setTimeout(() => worker.workerPool.nudge(1), ms).unref();
  });
}

/**
 * Delay before restarting workers that stopped unexpectedly, in ms. It is doubled with each failed attempt, up to
 * `longestMs`.
 */
const RESTART = { firstMs: 500, longestMs: 10_000 };

/**
 * Starts a lane's workers. Restarts workers that stop unexpectedly, for example because their database connection
 * breaks, until `stopping` is aborted. `ended` resolves then.
 */
export async function keepRunning(
  options: RunnerOptions,
  liveness: LaneLiveness,
  stopping: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  lookAfterQueued(liveness.events);
  const first = await start(options, liveness);
  const restart = async () => {
    await liveness.releaseOwn();
    return start(options, liveness);
  };
  return { ended: untilStopped(first, () => untilStarted(restart, options.log, stopping), options.log, stopping) };
}

function start(
  { pool, tasks, concurrency, pollMs, timetable, log }: RunnerOptions,
  { events }: LaneLiveness,
): Promise<Runner> {
  const names = Object.keys(tasks) as JobName[];
  const taskList: TaskList = {};
  for (const name of names) taskList[name] = (payload) => tasks[name]?.(payload as never);
  return run({
    pgPool: pool,
    taskList,
    events,
    crontab: names.flatMap((name) => timetable[name] ?? []).join("\n"),
    concurrency,
    noHandleSignals: true,
    pollInterval: pollMs,
    logger: jobLogger(log),
    preset: { worker: batches(concurrency) },
  });
}

/** Waits until a runner ends and restarts it, again and again, until `stopping` is aborted; then stops the last one. */
async function untilStopped(
  first: Runner,
  restart: () => Promise<Runner | null>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const aborted = once(stopping, "abort");
  for (let runner: Runner | null = first; runner; runner = await restart()) {
    const ended = runner.promise.catch(() => undefined);
    if (!stopping.aborted) await Promise.race([ended, aborted]);
    // `stop` rejects if the runner has just stopped by itself.
    if (stopping.aborted) await runner.stop().catch(() => undefined);
    await ended;
    if (stopping.aborted) return;
    log.error("the job workers have stopped by themselves and are started again");
  }
}

/** Starts a runner, retrying after failures. Returns null if `stopping` was aborted first. */
async function untilStarted(start: () => Promise<Runner>, log: Logger, stopping: AbortSignal): Promise<Runner | null> {
  for (let ms = RESTART.firstMs; ; ms = Math.min(2 * ms, RESTART.longestMs)) {
    await delay(ms, null, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return null;
    try {
      return await start();
    } catch (error) {
      log.warn({ error: (error as Error).message }, "could not start the job workers");
    }
  }
}

function jobLogger(log: Logger) {
  return new JobLogger((scope) => (level, message) => {
    const job = { job: scope.taskIdentifier, jobId: scope.jobId };
    // Said of lanes whose jobs wait for others instead of for the database.
    if (message.includes("maxPoolSize")) return;
    if (level === "error") log.error(job, message);
    else if (level === "warning") log.warn(job, message);
    else log.debug(job, message);
  });
}
