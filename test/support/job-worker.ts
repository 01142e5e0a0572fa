import type pg from "pg";
import { pino } from "pino";
import type { Tasks } from "#server/platform/jobs/tasks.ts";
import { startWorker, type Worker } from "#server/platform/jobs/worker.ts";

type Options = Partial<Parameters<typeof startWorker>[2]>;

/**
 * Starts workers for a test's own tasks, without a timetable. Their delays are the product's unless `options` overrides
 * them.
 */
export function startTestWorker(
  pool: pg.Pool,
  tasks: Readonly<Record<string, () => unknown>>,
  options: Options = {},
): Promise<Worker> {
  const usual = { log: pino({ level: "silent" }), pollMs: 2000, orphansMs: 10_000, restMs: 30_000, timetable: {} };
  return startWorker(pool, tasks as unknown as Tasks, { ...usual, ...options });
}
