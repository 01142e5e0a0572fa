import type pg from "pg";
import { pino } from "pino";
import type { Tasks } from "#server/platform/jobs/tasks.ts";
import { startWorker, type Worker } from "#server/platform/jobs/worker.ts";

type Options = Partial<Parameters<typeof startWorker>[2]>;

/** Workers for tasks of a test's own, without a timetable, that wait as long as the product does unless `options` say otherwise. */
export function startTestWorker(
  pool: pg.Pool,
  tasks: Readonly<Record<string, () => unknown>>,
  options: Options = {},
): Promise<Worker> {
  const usual = { log: pino({ level: "silent" }), pollMs: 2000, orphansMs: 10_000, restMs: 30_000, timetable: {} };
  return startWorker(pool, tasks as unknown as Tasks, { ...usual, ...options });
}
