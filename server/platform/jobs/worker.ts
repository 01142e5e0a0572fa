import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Logger as JobLogger, run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import { startLiveness } from "./orphans.ts";
import type pg from "pg";
import type { Logger } from "pino";
import type { JobName, Task, Tasks } from "./tasks.ts";

export type Worker = { stop(): Promise<void> };

/**
 * Every minute, payments that neither a webhook nor a return page has settled are settled. Every hour, released orders that were not paid
 * in time are cancelled. Every ten minutes, documents without an order are removed after their short life. Every night (UTC), or at the start after a missed night, refunds that were given up are tried again, and data is
 * purged whose retention time has passed.
 */
const CRONTAB = [
  "* * * * * settle-payments ?max=3&fill=2m",
  "7 * * * * cancel-unpaid-orders ?max=3&fill=2h",
  "*/10 * * * * purge-unordered-documents ?max=3&fill=20m",
  "37 1 * * * retry-refunds ?max=3&fill=20h",
  "17 2 * * * purge ?max=3&fill=20h",
].join("\n");

/**
 * Jobs are fetched and completed several at a time: under load that saves most of the queue's statements. A process that dies may have
 * done a job whose completion is not written yet; it is done again, which every job allows.
 */
const BATCHES = {
  localQueue: { size: 8, refetchDelay: { durationMs: 100, threshold: 7, maxAbortThreshold: 8 } },
  completeJobBatchDelay: 50,
  // Reported at once, graphile-worker 0.18 handles no error of the report itself, and the process would end.
  failJobBatchDelay: 50,
};

/** How long after the workers stopped by themselves they are started again, in ms; doubled with each attempt that fails, up to the longest. */
const RESTART = { firstMs: 500, longestMs: 10_000 };

/**
 * Runs jobs in this process. Several processes share one queue. Failed jobs are retried with increasing delays. Workers that stop by
 * themselves, as they do when the connection breaks on which they report a finished job, are started again.
 */
export async function startWorker(pool: pg.Pool, tasks: Tasks, log: Logger): Promise<Worker> {
  const taskList: TaskList = {};
  for (const name of Object.keys(tasks) as JobName[]) {
    const task = tasks[name] as Task<JobName>;
    taskList[name] = (payload) => task(payload as never);
  }
  const events: WorkerEvents = new EventEmitter();
  const liveness = await startLiveness(pool, log);
  liveness.watch(events);
  const start = () =>
    run({
      pgPool: pool,
      taskList,
      events,
      crontab: CRONTAB,
      concurrency: 4,
      noHandleSignals: true,
      pollInterval: 2000,
      logger: jobLogger(log),
      preset: { worker: BATCHES },
    });
  const stopping = new AbortController();
  const restart = async () => {
    await liveness.releaseOwn();
    return start();
  };
  const kept = keepRunning(await start(), () => untilStarted(restart, log, stopping.signal), log, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await kept;
      await liveness.stop();
    },
  };
}

/** Waits for the end of one runner after the other, until `stopping`; the last one is stopped. */
async function keepRunning(
  first: Runner,
  restart: () => Promise<Runner | null>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const aborted = once(stopping, "abort");
  for (let runner: Runner | null = first; runner; runner = await restart()) {
    const ended = runner.promise.catch(() => undefined);
    if (!stopping.aborted) await Promise.race([ended, aborted]);
    // It rejects if the runner has just stopped by itself.
    if (stopping.aborted) await runner.stop().catch(() => undefined);
    await ended;
    if (stopping.aborted) return;
    log.error("the job workers have stopped by themselves and are started again");
  }
}

/** The new runner; null if `stopping` came first. */
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
    if (level === "error") log.error(job, message);
    else if (level === "warning") log.warn(job, message);
    else log.debug(job, message);
  });
}
