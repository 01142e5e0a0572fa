import { sql } from "kysely";
import { countJobs } from "#server/platform/jobs/backlog.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

export const undelivered = reading(
  "undelivered events",
  ["kasse_handovers_undelivered", "kasse_handovers_undelivered_oldest_seconds"],
  async ({ db, now }) => {
    const { rows } = await sql<{ count: number; oldest: Date | null }>`
      select count(*)::int as count, min(created_at) as oldest from handovers where delivered_at is null`.execute(db);
    return {
      kasse_handovers_undelivered: [{ value: rows[0]?.count ?? 0 }],
      kasse_handovers_undelivered_oldest_seconds: [{ value: secondsSince(rows[0]?.oldest, now) }],
    };
  },
);

const QUANTILES = ["0.5", "0.95", "1"] as const;

export const handoverLag = reading("hand-over lag", ["kasse_handover_lag_seconds"], async ({ db, now }) => {
  const { rows } = await sql<{ lags: readonly number[] | null }>`
    select percentile_cont(array[0.5, 0.95, 1]) within group (order by h.lag) as lags from (
      select greatest(0, extract(epoch from delivered_at - created_at))::float8 as lag
      from handovers where created_at > ${dayBefore(now)} and delivered_at is not null) h`.execute(db);
  return {
    kasse_handover_lag_seconds: each("quantile", QUANTILES, (each) => rows[0]?.lags?.[QUANTILES.indexOf(each)]),
  };
});

type Esims = { readonly waiting: number; readonly failed: number; readonly alarm: number };

export const esims = reading("eSIMs", ["kasse_esims"], async ({ db }) => {
  const { rows } = await sql<Esims>`
    select (count(*) filter (where state in ('ordered', 'cancelling')))::int as waiting,
      (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where alarm))::int as alarm
    from esims where state in ('ordered', 'cancelling', 'failed')`.execute(db);
  return { kasse_esims: each("state", ["waiting", "failed", "alarm"], (state) => rows[0]?.[state]) };
});

export const jobs = reading("jobs", ["kasse_jobs", "kasse_job_oldest_due_seconds"], async ({ db }) => {
  const counted = await countJobs(db);
  return {
    kasse_jobs: counted.map(({ name: task, state, count }) => ({ labels: { task, state }, value: count })),
    kasse_job_oldest_due_seconds: counted
      .filter(({ state }) => state === "due")
      .map(({ name: task, oldestSeconds }) => ({ labels: { task }, value: oldestSeconds })),
  };
});
