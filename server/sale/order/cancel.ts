import type { Config } from "#server/config/config.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { cancelEsimOf } from "#server/sale/esim/order-esim.ts";
import { releaseDocument } from "#server/sale/document/claims.ts";
import { requestRefund, voidOpenPaymentOf } from "#server/sale/ledger/ledger.ts";
import { returnNumber } from "#server/shop/phone-numbers/numbers.ts";
import { endTransfer } from "#server/shop/phone-numbers/transfers.ts";
import { returnPiece } from "#server/shop/stock/queries.ts";
import type { ActionContext } from "./facts.ts";
import { queueEvent } from "./handover.ts";
import { lockedOrder } from "./order.ts";
import { cancelledEvent } from "./event/changes.ts";
import { itemCount } from "./event/items.ts";
import { moveOrder } from "./queries.ts";

const DAY_MS = 24 * 60 * 60_000;

/**
 * Cancels an order: its identity document can be used again, its new number enters quarantine, another order can
 * transfer the number that it was to take over, its device goes back into stock, its eSIM is cancelled, a payment is
 * refunded or voided, the operator's systems are notified if they have the order, and the customer gets an e-mail.
 */
export async function cancel(
  tx: Handle,
  { config }: { readonly config: Pick<Config, "numberQuarantineDays"> },
  { facts: { orderId, now }, reason, sent = false }: ActionContext,
): Promise<void> {
  const order = await lockedOrder(tx, orderId);
  // The e-mail states the deadline only if the order was not paid by then, so otherwise the deadline is removed.
  const late = order.payUntil !== null && order.payUntil <= now;
  await moveOrder(tx, order.id, "cancelled", late ? {} : { pay_until: null });
  const restsUntil = new Date(now.getTime() + config.numberQuarantineDays * DAY_MS);
  if (order.documentHash) await releaseDocument(tx, order.documentHash);
  await returnNumber(tx, order.number, { now, restsUntil });
  await endTransfer(tx, order.number);
  if (order.record.mobile && !sent) {
    const piece = { order: order.number, orderedAt: order.createdAt, now };
    await returnPiece(tx, order.record.mobile, piece);
  }
  await cancelEsimOf(tx, order.id);
  await voidOpenPaymentOf(tx, order.checkoutId, now);
  if (order.payment) await requestRefund(tx, order.payment.id, now);
  if (order.status === "placed")
    await queueEvent(
      tx,
      order.id,
      cancelledEvent({ ...order, items: itemCount(order.shown.quote), deviceSent: sent }, reason, now),
    );
  const about = "cancelled";
  await addJobs(tx, [
    {
      name: "mail-order",
      payload: { orderId: order.id, about, ...(sent && { sent }) },
      key: `mail-${about}:${order.id}`,
    },
  ]);
}
