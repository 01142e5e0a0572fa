import { dayBefore, each, secondsSince } from "#server/platform/metrics.ts";
import { type Reading, reading } from "./reading.ts";
import { type MetricsOf } from "#server/metric-table.ts";
import { countEsims } from "#server/read-models/esims.ts";
import { countUndelivered, deliveryLags, countOrders } from "#server/read-models/orders.ts";
import { countJobs } from "#server/platform/jobs/backlog.ts";
import { countersOf } from "#server/api/upkeep.ts";
import { windowOf } from "#server/api/limits.ts";
import { allUnorderedBytes } from "#server/sale/document/queries.ts";
import { RECEIPT_STATES } from "#server/platform/mail-and-sms.ts";
import { countCodes } from "#server/read-models/figures.ts";
import { receiptFigures } from "#server/sale/identity/sms-codes.ts";
import { PAYMENT_STATES } from "#core/payment/payment-states.ts";
import { countPayments, countUnsettled, waitingRefunds } from "#server/read-models/payments.ts";
import { ORDER_STATES } from "#core/order/order-states.ts";
import { countReached } from "#server/read-models/checkouts.ts";
import { countStock } from "#server/read-models/stock.ts";
import { countWaiting } from "#server/read-models/waiting.ts";
import { waitingByProduct } from "#server/sale/launch/queries.ts";
import { countFreeNumbers } from "#server/shop/phone-numbers/pool.ts";
import { WAITING_KINDS } from "#core/desk/waiting-kinds.ts";

const undelivered = reading(
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

const handoverLag = reading("hand-over lag", ["kasse_handover_lag_seconds"], async ({ db, now }) => {
  const lags = await deliveryLags(db, dayBefore(now), QUANTILES.map(Number));
  return {
    kasse_handover_lag_seconds: each("quantile", QUANTILES, (each) => lags?.[QUANTILES.indexOf(each)]),
  };
});

const esims = reading("eSIMs", ["kasse_esims"], async ({ db }) => {
  const counted = await countEsims(db);
  return { kasse_esims: each("state", ["waiting", "failed", "alarm"], (state) => counted?.[state]) };
});

const jobs = reading("jobs", ["kasse_jobs", "kasse_job_oldest_due_seconds"], async ({ db }) => {
  const counted = await countJobs(db);
  return {
    kasse_jobs: counted.map(({ name: task, state, count }) => ({ labels: { task, state }, value: count })),
    kasse_job_oldest_due_seconds: counted
      .filter(({ state }) => state === "due")
      .map(({ name: task, oldestSeconds }) => ({ labels: { task }, value: oldestSeconds })),
  };
});

/** Reads the limits that count all attempts together, each with the share that is used up in the current window. */
const usedLimits = reading("limits", ["kasse_limit_used_ratio"], async ({ db, config, now }) => {
  const overall = Object.entries(config.limits).filter(([, { by }]) => by === "all");
  const counters = await countersOf(
    db,
    overall.map(([name]) => name),
  );
  return {
    kasse_limit_used_ratio: overall.map(([limit, row]) => {
      const start = windowOf(row, now).start.getTime();
      const counter = counters.find(({ key, window_start }) => key === limit && window_start.getTime() === start);
      return { labels: { limit }, value: (counter?.count ?? 0) / row.count };
    }),
  };
});

const unorderedDocuments = reading(
  "documents without an order",
  ["kasse_unordered_documents_bytes"],
  async ({ db }) => ({ kasse_unordered_documents_bytes: [{ value: await allUnorderedBytes({ db }) }] }),
);

const loginCodes = reading(
  "login codes",
  ["kasse_login_codes_sent", "kasse_login_codes_used", "kasse_login_codes_ended", "kasse_login_codes_unused_ratio"],
  async ({ db, now }) => {
    const { sent, used, ended, unused } = await countCodes(db, { since: dayBefore(now), now });
    return {
      kasse_login_codes_sent: [{ value: sent }],
      kasse_login_codes_used: [{ value: used }],
      kasse_login_codes_ended: [{ value: ended }],
      kasse_login_codes_unused_ratio: [{ value: ended === 0 ? 0 : unused / ended }],
    };
  },
);

const receipts = reading("receipts", ["kasse_sms_receipts", "kasse_sms_receipts_missing"], async ({ db, now }) => {
  const { states, missing } = await receiptFigures(db, now);
  return {
    kasse_sms_receipts: each("state", RECEIPT_STATES, (state) => states[state]),
    kasse_sms_receipts_missing: [{ value: missing }],
  };
});

const recentPayments = reading("recent payments", ["kasse_payments_recent"], async ({ db, now }) => {
  const counts = await countPayments(db, dayBefore(now));
  return { kasse_payments_recent: each("state", PAYMENT_STATES, (state) => counts.get(state)) };
});

const UNSETTLED = ["open", "paid"] as const;

const unsettledPayments = reading(
  "unsettled payments",
  ["kasse_payments_unsettled", "kasse_payments_unsettled_oldest_seconds"],
  async ({ db, now }) => {
    const rows = await countUnsettled(db);
    const of = (state: string) => rows.find((row) => row.state === state);
    return {
      kasse_payments_unsettled: each("state", UNSETTLED, (state) => of(state)?.count),
      kasse_payments_unsettled_oldest_seconds: each("state", UNSETTLED, (state) =>
        secondsSince(of(state)?.oldest, now),
      ),
    };
  },
);

const refunds = reading("refunds", ["kasse_refunds"], async ({ db }) => {
  const waiting = await waitingRefunds(db);
  const count = (state: string) => waiting.filter((refund) => refund.state === state).length;
  return { kasse_refunds: each("state", ["waiting", "givenUp"], count) };
});

const STEPS_DONE = ["begun", "account", "person", "address", "identity", "payment", "order"] as const;

const funnel = reading("funnel", ["kasse_funnel_checkouts"], async ({ db, now }) => {
  const reached = await countReached(db, dayBefore(now));
  return { kasse_funnel_checkouts: each("step", STEPS_DONE, (step) => reached?.[step]) };
});

const recentOrders = reading("recent orders", ["kasse_orders_recent"], async ({ db, now }) => {
  const counts = await countOrders(db, dayBefore(now));
  return { kasse_orders_recent: each("status", ORDER_STATES, (status) => counts.get(status)) };
});

const WAITING = ["onHold", "awaitingPayment"] as const;

const waitingOrders = reading(
  "waiting orders",
  ["kasse_orders_waiting", "kasse_orders_waiting_oldest_seconds"],
  async ({ db, now, config }) => {
    const { held: onHold, unpaid: awaitingPayment } = await countWaiting(db, { now, config });
    const waits = { onHold, awaitingPayment };
    return {
      kasse_orders_waiting: each("status", WAITING, (status) => waits[status].count),
      kasse_orders_waiting_oldest_seconds: each("status", WAITING, (status) => secondsSince(waits[status].oldest, now)),
    };
  },
);
const stock = reading("stock", ["kasse_stock", "kasse_stock_held"], async ({ db, now }) => {
  const counted = await countStock(db, { now, soldSince: now });
  return {
    kasse_stock: counted.map(({ article, onHand }) => ({ labels: { article }, value: onHand })),
    kasse_stock_held: counted.map(({ article, held }) => ({ labels: { article }, value: held })),
  };
});

const launchQueues = reading("launch queues", ["kasse_launch_queue"], async ({ db }) => {
  const queues = await waitingByProduct(db);
  return { kasse_launch_queue: queues.map(({ product, waiting }) => ({ labels: { product }, value: waiting })) };
});

const receivers = reading("receivers", ["kasse_receiver_failing_seconds"], async ({ db, now, failingReceivers }) => {
  const failing = await failingReceivers(db);
  return {
    kasse_receiver_failing_seconds: failing.map(({ receiver, since }) => ({
      labels: { receiver },
      value: secondsSince(since, now),
    })),
  };
});

const numbers = reading("numbers", ["kasse_numbers"], async ({ db, now }) => {
  const free = await countFreeNumbers(db, now);
  if (!free) return { kasse_numbers: [] };
  return { kasse_numbers: each("state", ["offered", "held", "resting"], (state) => free[state]) };
});

const waiting = reading(
  "what waits",
  ["kasse_waiting", "kasse_waiting_oldest_seconds", "kasse_waiting_late"],
  async ({ db, now, config }) => {
    const counted = await countWaiting(db, { now, config });
    return {
      kasse_waiting: each("kind", WAITING_KINDS, (kind) => counted[kind].count),
      kasse_waiting_oldest_seconds: each("kind", WAITING_KINDS, (kind) => secondsSince(counted[kind].oldest, now)),
      kasse_waiting_late: each("kind", WAITING_KINDS, (kind) => counted[kind].late),
    };
  },
);

const ALL = [
  funnel,
  recentOrders,
  waitingOrders,
  stock,
  launchQueues,
  receivers,
  numbers,
  recentPayments,
  unsettledPayments,
  refunds,
  undelivered,
  handoverLag,
  esims,
  jobs,
  loginCodes,
  receipts,
  usedLimits,
  unorderedDocuments,
  waiting,
] as const;

type Filled = (typeof ALL)[number]["fills"][number];
type Complete = MetricsOf<"database"> extends Filled ? readonly Reading[] : "a metric of the database has no reading";

/** All readings. If no reading fills a metric of the table, that is a type error. */
export const READINGS: Complete = ALL as unknown as readonly Reading[];
