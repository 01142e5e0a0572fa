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
import { endTransfer, startTransfer } from "#server/shop/phone-numbers/transfers.ts";
import { storeReport, recordAction, type By } from "./queries.ts";

/** A report with its event id, and its time according to the operator's systems. */
type ReceivedReport = TransferReport & { readonly eventId: string; readonly at: Date };

/** Returns the newest report about the transfer of an order's number, or null. */
export async function transferOf(db: Handle, orderId: string): Promise<ReceivedReport | null> {
  return (await transfersOf(db, orderId, 1))[0] ?? null;
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
export async function transfersOf(db: Handle, orderId: string, limit: number): Promise<readonly ReceivedReport[]> {
  const rows = await db
    .selectFrom("order_reports")
    .select(["event_id", "transfer", "transfer_day", "transfer_reason", "at"])
    .where("order_id", "=", orderId)
    .where("transfer", "is not", null)
    .orderBy("at", "desc")
    .orderBy(RANK, "desc")
    .orderBy("received_at", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ event_id: eventId, transfer: state, transfer_day: day, transfer_reason: reason, at }) =>
    state ? [{ eventId, state, day, reason, at }] : [],
  );
}

/**
 * Stores a report about the transfer of an order's number. Returns the state of the order and whether its customer is
 * informed; null if the order does not exist or transfers no number. Before the order is placed, the report is ignored,
 * because there is no transfer yet. `by`: the person who made the report; absent if it came from a system.
 */
export async function reportTransfer(
  db: Database,
  number: string,
  report: ReceivedReport,
  by?: By,
): Promise<{ readonly status: OrderState; readonly informed: boolean } | null> {
  return db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order?.customer.mnp) return null;
    const { status } = order;
    if (status === "onHold" || status === "awaitingPayment") return { status, informed: false };
    const informed = await storeTransfer(tx, order, report);
    if (by) await recordAction(tx, order.id, "transferReported", by, report.at);
    return { status, informed };
  });
}

/**
 * Stores a report in the caller's transaction, which has locked the order. A report counts once, and is ignored if
 * there is a newer one. If it contains news, the customer gets an e-mail and a text message. Returns whether it does.
 */
async function storeTransfer(tx: Handle, order: Order, report: ReceivedReport): Promise<boolean> {
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
    else await startTransfer(tx, { ...order.customer, mnpDate: day ?? order.customer.mnpDate ?? "" }, order.number, at);
  }
  const isSame = before?.state === state && before.day === day && before.reason === reason;
  if (!isNews || isSame) return false;
  if (order.status !== "placed" || !isNotified(report)) return false;
  const payload = { orderId: order.id, event: eventId };
  await addJobs(tx, [
    { name: "mail-transfer", payload, key: `mail-transfer:${order.id}:${eventId}` },
    { name: "text-transfer", payload, key: `text-transfer:${order.id}:${eventId}` },
  ]);
  return true;
}
