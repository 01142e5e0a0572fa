import { EventEmitter } from "node:events";
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
};

/** Runs jobs in this process. Several processes share one queue. Failed jobs are retried with increasing delays. */
export async function startWorker(pool: pg.Pool, tasks: Tasks, log: Logger): Promise<Worker> {
  const taskList: TaskList = {};
  for (const name of Object.keys(tasks) as JobName[]) {
    const task = tasks[name] as Task<JobName>;
    taskList[name] = (payload) => task(payload as never);
  }
  const events: WorkerEvents = new EventEmitter();
  const liveness = await startLiveness(pool, log);
  liveness.watch(events);
  const runner: Runner = await run({
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
  return {
    async stop() {
      await runner.stop();
      await liveness.stop();
    },
  };
}

function jobLogger(log: Logger) {
  return new JobLogger((scope) => (level, message) => {
    const job = { job: scope.taskIdentifier, jobId: scope.jobId };
    if (level === "error") log.error(job, message);
    else if (level === "warning") log.warn(job, message);
    else log.debug(job, message);
  });
}
