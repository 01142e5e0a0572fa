import { sql } from "kysely";
import { isOvertaken, type OrderState } from "#core/order/order-states.ts";
import {
  isNotified,
  TRANSFER_RANK,
  TRANSFER_STATES,
  type TransferReport,
} from "#core/phone-numbers/transfer-states.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { loadOrder, type Order } from "./order.ts";
import { storeReport, recordAction, type By } from "./queries.ts";

/** A report with its event id and its time at the operator's systems. */
type ReceivedReport = TransferReport & { readonly eventId: string; readonly at: Date };

/** Returns the newest report about the transfer of an order's number, or null. */
export async function transferOf(db: Handle, orderId: string): Promise<ReceivedReport | null> {
  return (await transfersOf(db, orderId, 1))[0] ?? null;
}

/** The rank of a report's state, to sort reports with the same time. */
const RANK = sql<number>`case transfer ${sql.join(
  TRANSFER_STATES.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(TRANSFER_RANK[state])}`),
  sql` `,
)} end`;

/** Returns the newest reports about the transfer of an order's number, newest first, in the order of `isOvertaken`. */
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
 * informed; null if the order does not exist or transfers no number. Ignored until the order is placed: no transfer
 * exists before that. `by`: the person who reports it, if it was not a system.
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
 * Stores a report in the caller's transaction, which has locked the order. A report counts once, and is ignored if a
 * newer one exists. The customer gets a mail and a text message if it contains news; returns whether it does.
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
  const isSame = before?.state === state && before.day === day && before.reason === reason;
  if (!isFirst || isOvertaken(TRANSFER_RANK, report, before) || isSame) return false;
  if (order.status !== "placed" || !isNotified(report)) return false;
  const payload = { orderId: order.id, event: eventId };
  await addJobs(tx, [
    { name: "mail-transfer", payload, key: `mail-transfer:${order.id}:${eventId}` },
    { name: "text-transfer", payload, key: `text-transfer:${order.id}:${eventId}` },
  ]);
  return true;
}
