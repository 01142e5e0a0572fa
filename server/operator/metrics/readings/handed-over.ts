import { sql } from "kysely";
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
    select percentile_cont(array[0.5, 0.95, 1]) within group (order by h.lag) as lags from orders o
    cross join lateral (
      select greatest(0, extract(epoch from delivered_at - created_at))::float8 as lag
      from handovers where order_id = o.id and delivered_at is not null offset 0) h
    where o.created_at > ${dayBefore(now)}`.execute(db);
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

type Jobs = { readonly task: string; readonly state: string; readonly count: number; readonly age: number };

/** The queue has only jobs that are not done; its times are the database's own. */
export const jobs = reading("jobs", ["kasse_jobs", "kasse_job_oldest_due_seconds"], async ({ db }) => {
  const { rows } = await sql<Jobs>`
    select task_identifier as task, state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as age
    from graphile_worker.jobs, lateral (select case
      when locked_at is not null then 'running'
      when attempts >= max_attempts then 'givenUp'
      when run_at <= now() then 'due'
      when attempts > 0 then 'retrying'
      else 'later' end as state) s
    group by task, state`.execute(db);
  return {
    kasse_jobs: rows.map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
    kasse_job_oldest_due_seconds: rows
      .filter(({ state }) => state === "due")
      .map(({ task, age }) => ({ labels: { task }, value: age })),
  };
});
