import { sql } from "kysely";
import { isSuperseded, type OrderState } from "#core/order/order-states.ts";
import {
  isNotified,
  TRANSFER_ENDS,
  TRANSFER_RANK,
  TRANSFER_STATES,
  type TransferReport,
} from "#core/phone-numbers/transfer-states.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { loadOrder, type Order } from "./order.ts";
import {
  endTransfer,
  orderTransferring,
  startTransfer,
  transferredNumber,
} from "#server/shop/phone-numbers/transfers.ts";
import { blockReport, storeReport, recordAction, type By } from "./queries.ts";

/** A report with its event id, and its time according to the operator's systems. */
type ReceivedReport = TransferReport & { readonly eventId: string; readonly at: Date };

/** A stored report. `blockedBy`: another order that had the number's transfer under way, so that it does not count. */
export type StoredReport = ReceivedReport & { readonly blockedBy: string | null };

/** Returns the newest report that counts about the transfer of an order's number, or null. */
export async function transferOf(db: Handle, orderId: string): Promise<ReceivedReport | null> {
  return (await reports(db, orderId, 1).where("transfer_blocked_by", "is", null).execute())[0] ?? null;
}

/** SQL for the rank of a report's state, which orders reports with the same time. */
const RANK = sql<number>`case transfer ${sql.join(
  TRANSFER_STATES.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(TRANSFER_RANK[state])}`),
  sql` `,
)} end`;

/**
 * Returns reports about the transfer of an order's number, at most `limit`. The newest comes first; if several have the
 * same time, `TRANSFER_RANK` decides, as in `isSuperseded`.
 */
export async function transfersOf(db: Handle, orderId: string, limit: number): Promise<readonly StoredReport[]> {
  return await reports(db, orderId, limit).execute();
}

const reports = (db: Handle, orderId: string, limit: number) =>
  db
    .selectFrom("order_reports")
    .select(({ ref }) => [
      "event_id as eventId",
      ref("transfer").$notNull().as("state"),
      "transfer_day as day",
      "transfer_reason as reason",
      "transfer_blocked_by as blockedBy",
      "at",
    ])
    .where("order_id", "=", orderId)
    .where("transfer", "is not", null)
    .orderBy("at", "desc")
    .orderBy(RANK, "desc")
    .orderBy("received_at", "desc")
    .limit(limit);

/**
 * Stores a report about the transfer of an order's number. Returns the state of the order and whether its customer is
 * informed; null if the order does not exist or transfers no number. Before the order is placed, the report is ignored,
 * because there is no transfer yet. `blockedBy`: another order that has the number's transfer under way, so that the
 * report is only stored. `by`: the person who made the report; absent if it came from a system.
 */
export async function reportTransfer(
  db: Database,
  number: string,
  report: ReceivedReport,
  by?: By,
): Promise<ReportOutcome | null> {
  return db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order?.customer.mnp) return null;
    const { status } = order;
    if (status === "onHold" || status === "awaitingPayment") return { status, informed: false, blockedBy: null };
    const stored = await storeTransfer(tx, order, report);
    if (by) await recordAction(tx, order.id, "transferReported", by, report.at);
    return { status, ...stored };
  });
}

type ReportOutcome = {
  readonly status: OrderState;
  readonly informed: boolean;
  readonly blockedBy: string | null;
};

/**
 * Stores a report in the caller's transaction, which has locked the order. A report counts once, and is ignored if
 * there is a newer one. A number has at most one transfer under way: a report that would revive this order's transfer
 * while another order has it does not count. If it contains news, the customer gets an e-mail and a text message.
 */
async function storeTransfer(tx: Handle, order: Order, report: ReceivedReport): Promise<Omit<ReportOutcome, "status">> {
  const before = await transferOf(tx, order.id);
  const { eventId, state, day, reason, at } = report;
  const isFirst = await storeReport(tx, {
    event_id: eventId,
    order_id: order.id,
    progress: null,
    transfer: state,
    transfer_day: day,
    transfer_reason: reason,
    at,
  });
  const isNews = isFirst && !isSuperseded(TRANSFER_RANK, report, before);
  if (isNews && order.status === "placed") {
    if (TRANSFER_ENDS.has(state)) await endTransfer(tx, order.number);
    else {
      const blockedBy = await reviveTransfer(tx, order, report);
      if (blockedBy !== null) return { informed: false, blockedBy };
    }
  }
  const silent = { informed: false, blockedBy: null };
  const isSame = before?.state === state && before.day === day && before.reason === reason;
  if (!isNews || isSame) return silent;
  if (order.status !== "placed" || !isNotified(report)) return silent;
  const payload = { orderId: order.id, event: eventId };
  await addJobs(tx, [
    { name: "mail-transfer", payload, key: `mail-transfer:${order.id}:${eventId}` },
    { name: "text-transfer", payload, key: `text-transfer:${order.id}:${eventId}` },
  ]);
  return { informed: true, blockedBy: null };
}

/**
 * Notes that an order's transfer is under way. If another order has it, returns that order and marks the report as one
 * that does not count; otherwise null.
 */
async function reviveTransfer(
  tx: Handle,
  { number, customer }: Order,
  { eventId, day, at }: ReceivedReport,
): Promise<string | null> {
  const form = { ...customer, mnpDate: day ?? customer.mnpDate ?? "" };
  if (await startTransfer(tx, form, number, at)) return null;
  const blockedBy = await orderTransferring(tx, transferredNumber(form) ?? "", at);
  if (blockedBy !== null) await blockReport(tx, eventId, blockedBy);
  return blockedBy;
}
