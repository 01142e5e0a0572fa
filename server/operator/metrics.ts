import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { API_PREFIX } from "#contract/paths.ts";
import type { Database } from "#server/platform/database/database.ts";
import { allUnorderedBytes, type QuotaNeeds } from "#server/sale/document/quota.ts";
import type { Uploads } from "#server/sale/document/upload.ts";
import type { Clock } from "#server/platform/clock.ts";
import { receiptFigures } from "#server/sale/account/sms-counts.ts";
import { windowOf, type Limit } from "#server/platform/http/limits.ts";
import { waitingRefunds } from "#server/sale/ledger/refunds.ts";

/** The metrics of a server. `collect` reads those that the database has; the others count as they happen. */
export type Metrics = { readonly registry: Registry; collect(): Promise<void> };
export type MetricNeeds = QuotaNeeds & {
  readonly db: Database;
  readonly uploads: Uploads;
  readonly now: Clock;
  readonly config: { readonly limits: Readonly<Record<string, Limit>> };
};

/** Observes the calls of the API, and defines every metric of the management port. */
export function observe(app: FastifyInstance, services: MetricNeeds): Metrics {
  const { db, uploads } = services;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "kasse_request_duration_seconds",
    help: "Time to answer a call of the API",
    labelNames: ["route", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: "kasse_failures_total",
    help: "Answers with status 5xx",
    registers: [registry],
  });
  const orders = new Gauge({
    name: "kasse_orders",
    help: "Orders by status",
    labelNames: ["status"],
    registers: [registry],
  });
  const jobs = new Gauge({
    name: "kasse_jobs_waiting",
    help: "Waiting jobs, including retries",
    registers: [registry],
  });
  const codes = new Gauge({
    name: "kasse_login_codes_ended",
    help: "Login codes sent by text that expired within the last 24 hours, used or not",
    registers: [registry],
  });
  const unused = new Gauge({
    name: "kasse_login_codes_unused_ratio",
    help: "Share of them that was never used: near 1 with many codes means SMS pumping",
    registers: [registry],
  });
  const receipts = new Gauge({
    name: "kasse_sms_receipts",
    help: "Delivery receipts of the SMS centre within the last 24 hours",
    labelNames: ["state"],
    registers: [registry],
  });
  const receiptsMissing = new Gauge({
    name: "kasse_sms_receipts_missing",
    help: "Texts whose receipt is overdue and after which no receipt of any text has come: raise an alarm from 5 on",
    registers: [registry],
  });
  const refunds = new Gauge({
    name: "kasse_refunds",
    help: "Refunds that have not succeeded yet; givenUp: every try has failed",
    labelNames: ["state"],
    registers: [registry],
  });
  const esims = new Gauge({
    name: "kasse_esims",
    help: "eSIMs that are not ready yet; alarm: somebody has to look at them (kasse esims list --alarm): raise an alarm above 0",
    labelNames: ["state"],
    registers: [registry],
  });
  const used = new Gauge({
    name: "kasse_limit_used_ratio",
    help: "How much of an overall limit is used in its current window: raise an alarm at 0.8",
    labelNames: ["limit"],
    registers: [registry],
  });
  const unordered = new Gauge({
    name: "kasse_unordered_documents_bytes",
    help: "Stored pictures of documents without an order: raise an alarm at half of UNORDERED_DOCUMENTS_MB",
    registers: [registry],
  });
  const room = new Gauge({
    name: "kasse_upload_memory_bytes",
    help: "Memory that uploads of this process have reserved, for bodies and for decoding",
    labelNames: ["for"],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    if (!request.routeOptions.url?.startsWith(API_PREFIX)) return;
    duration.observe(
      { route: request.routeOptions.url, method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) failures.inc();
  });
  async function collect(): Promise<void> {
    for (const [limit, ratio] of await usedLimits(services)) used.set({ limit }, ratio);
    const counted = await db
      .selectFrom("orders")
      .select(["status", (eb) => eb.fn.countAll<string>().as("count")])
      .groupBy("status")
      .execute();
    for (const { status, count } of counted) orders.set({ status }, Number(count));
    const waiting = await waitingRefunds(db);
    for (const state of ["waiting", "givenUp"] as const)
      refunds.set({ state }, waiting.filter((refund) => refund.state === state).length);
    const ofEsims = await sql<{ waiting: number; failed: number; alarm: number }>`
      select (count(*) filter (where state in ('ordered', 'cancelling')))::int as waiting,
        (count(*) filter (where state = 'failed'))::int as failed, (count(*) filter (where alarm))::int as alarm
      from esims where state in ('ordered', 'cancelling', 'failed')`.execute(db);
    for (const [state, count] of Object.entries(ofEsims.rows[0] ?? {})) esims.set({ state }, count);
    const { rows } = await sql<{ count: string }>`select count(*) as count from graphile_worker.jobs`.execute(db);
    const ended = await sql<{ all: number; unused: number }>`
      select count(*)::int as all, (count(*) filter (where used_at is null))::int as unused from sms_codes
      where expires_at between now() - interval '24 hours' and now()`.execute(db);
    const { all, unused: never } = ended.rows[0] ?? { all: 0, unused: 0 };
    codes.set(all);
    unused.set(all === 0 ? 0 : never / all);
    const { states, missing } = await receiptFigures(db, services.now());
    for (const [state, count] of Object.entries(states)) receipts.set({ state }, count);
    receiptsMissing.set(missing);
    unordered.set(await allUnorderedBytes(services));
    room.set({ for: "bodies" }, uploads.bodies.taken);
    room.set({ for: "decoding" }, uploads.pictures.reserved);
    jobs.set(Number(rows[0]?.count ?? 0));
  }
  return { registry, collect };
}

/** The overall limits with the share of them that is used in the current window. */
async function usedLimits({ db, config, now }: MetricNeeds): Promise<readonly (readonly [string, number])[]> {
  const overall = Object.entries(config.limits).filter(([, { by }]) => by === "all");
  return Promise.all(
    overall.map(async ([name, limit]) => {
      const row = await db
        .selectFrom("limit_counters")
        .select("count")
        .where("key", "=", name)
        .where("window_start", "=", windowOf(limit, now()).start)
        .executeTakeFirst();
      return [name, (row?.count ?? 0) / limit.count] as const;
    }),
  );
}
