import type { Reading } from "./reading.ts";
import { esims, handoverLag, jobs, undelivered } from "./readings/handed-over.ts";
import { unorderedDocuments, usedLimits } from "./readings/limits.ts";
import { loginCodes, receipts } from "./readings/messages.ts";
import { recentPayments, refunds, unsettledPayments } from "./readings/money.ts";
import { funnel, numbers, recentOrders, stock, waitingOrders } from "./readings/purchases.ts";
import { waiting } from "./readings/waiting.ts";
import type { MetricsOf } from "./table.ts";

const ALL = [
  funnel,
  recentOrders,
  waitingOrders,
  stock,
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

/** Every reading. A metric of the table that none fills is a type error. */
export const READINGS: Complete = ALL as unknown as readonly Reading[];
