import { countEsims } from "#server/reports/esims.ts";
import { countUndelivered, deliveryLags } from "#server/reports/orders.ts";
import { countJobs } from "#server/platform/jobs/backlog.ts";
import { dayBefore, each, reading, secondsSince } from "../reading.ts";

export const undelivered = reading(
  "undelivered events",
  ["kasse_handovers_undelivered", "kasse_handovers_undelivered_oldest_seconds"],
  async ({ db, now }) => {
    const { count, oldest } = await countUndelivered(db);
    return {
      kasse_handovers_undelivered: [{ value: count }],
      kasse_handovers_undelivered_oldest_seconds: [{ value: secondsSince(oldest, now) }],
    };
  },
);

const QUANTILES = ["0.5", "0.95", "1"] as const;

export const handoverLag = reading("hand-over lag", ["kasse_handover_lag_seconds"], async ({ db, now }) => {
  const lags = await deliveryLags(db, dayBefore(now), QUANTILES.map(Number));
  return {
    kasse_handover_lag_seconds: each("quantile", QUANTILES, (each) => lags?.[QUANTILES.indexOf(each)]),
  };
});

export const esims = reading("eSIMs", ["kasse_esims"], async ({ db }) => {
  const counted = await countEsims(db);
  return { kasse_esims: each("state", ["waiting", "failed", "alarm"], (state) => counted?.[state]) };
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
