import { mayCancel } from "#core/order/order-cancel.ts";
import { fromChf, type Rappen } from "#core/money/money.ts";
import type { OrderState } from "#core/order/order-states.ts";
import { BY_CUSTOMER } from "#core/order/record-notes.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { cancelEsimOf } from "#server/sale/esim/order-esim.ts";
import { releaseDocument } from "#server/sale/document/claims.ts";
import { requestRefund, voidOpenPaymentOf } from "#server/sale/ledger/ledger.ts";
import { returnNumber } from "#server/shop/numbers/numbers.ts";
import { returnPiece } from "#server/shop/stock/queries.ts";
import { queueEvent } from "./handover.ts";
import { loadOrder, type Order } from "./order.ts";
import { transferOf } from "./transfer.ts";
import { cancelledEvent } from "./event/changes.ts";
import { itemCount } from "./event/items.ts";
import { moveOrder, recordAction, type By } from "./queries.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<Config, "numberQuarantineDays">;
};

type Done =
  | { readonly kind: "cancelled"; readonly refund: boolean; readonly handedOver: boolean }
  | { readonly kind: "noOrder" }
  | { readonly kind: "wrongState"; readonly status: OrderState }
  /** There is no payment that could be refunded. */
  | { readonly kind: "notPaid" }
  /** There is a payment, which has to be refunded. */
  | { readonly kind: "paid" };
/** A second person has to confirm the refund. */
type AboveLimit = { readonly kind: "aboveLimit"; readonly amount: Rappen; readonly limit: Rappen };
export type Cancelled = Done | AboveLimit;

const DAY_MS = 24 * 60 * 60_000;

/** A person cancels an order that is on hold or waits for its payment. */
export function cancelHeldOrder(services: Needs, number: string, by: By): Promise<Done> {
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order) return { kind: "noOrder" };
    if (order.status !== "onHold" && order.status !== "awaitingPayment")
      return { kind: "wrongState", status: order.status };
    return cancel(tx, services, order, by, { sent: false });
  });
}

type RefundNeeds = Needs & { readonly config: Pick<Config, "deskUrl" | "deskRefundLimit"> };

/**
 * A person cancels a paid order and refunds its payment, up to the amount above which a second person has to confirm it
 * at the desk. A shop without a desk has no such limit. `sent`: its device has left the warehouse and does not go back
 * into stock.
 */
export function refundOrder(
  services: RefundNeeds,
  number: string,
  by: By & { readonly sent: boolean },
): Promise<Cancelled> {
  const { deskUrl, deskRefundLimit } = services.config;
  const limit = deskUrl === null ? null : fromChf(deskRefundLimit);
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    const amount = order?.payment?.amount ?? 0;
    if (limit !== null && amount > limit && order?.status !== "cancelled") return { kind: "aboveLimit", amount, limit };
    return refundOrderIn(tx, services, number, by);
  });
}

/** Refunds an order, whatever was paid, in the caller's transaction. Nothing is written unless it is cancelled. */
export async function refundOrderIn(
  tx: Handle,
  services: Pick<Needs, "now" | "config">,
  number: string,
  { sent, ...by }: By & { readonly sent: boolean },
): Promise<Done> {
  const order = await loadOrder(tx, { number }, { lock: true });
  if (!order) return { kind: "noOrder" };
  if (order.status === "cancelled") return { kind: "wrongState", status: order.status };
  if (order.payment === null) return { kind: "notPaid" };
  return cancel(tx, services, order, by, { sent });
}

/** A person cancels an order that was handed over, and had nothing to pay at the checkout. `sent` as in `refundOrder`. */
export function cancelPlacedOrder(
  services: Needs,
  number: string,
  { sent, ...by }: By & { readonly sent: boolean },
): Promise<Done> {
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { number }, { lock: true });
    if (!order) return { kind: "noOrder" };
    if (order.status !== "placed") return { kind: "wrongState", status: order.status };
    if (order.payment !== null) return { kind: "paid" };
    return cancel(tx, services, order, by, { sent });
  });
}

/** What becomes of a customer's wish to cancel. `tooLate`: `mayCancel` says no. */
export type CustomerCancelled = { readonly kind: "cancelled" | "noOrder" | "tooLate" };

/** The customer of an order cancels it. A repeated call changes nothing. */
export function cancelByCustomer(
  services: Needs & { readonly config: Pick<Config, "customerCancelHours"> },
  checkoutId: string,
): Promise<CustomerCancelled> {
  const now = services.now();
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { checkoutId }, { lock: true });
    if (!order) return { kind: "noOrder" };
    if (order.status === "cancelled") return { kind: "cancelled" };
    const hours = services.config.customerCancelHours;
    const transfer = (await transferOf(tx, order.id))?.state ?? null;
    const facts = { ...order, progress: order.progress?.name ?? null, transfer, hours };
    if (!mayCancel(facts, now)) return { kind: "tooLate" };
    await cancel(tx, services, order, { actor: "customer", reason: BY_CUSTOMER }, { sent: false });
    return { kind: "cancelled" };
  });
}

/** Cancels an order that was not paid in time. Returns false if it does not wait for its payment any more. */
export function cancelUnpaidOrder(services: Needs, orderId: string, by: By): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const order = await loadOrder(tx, { id: orderId }, { lock: true });
    if (order?.status !== "awaitingPayment") return false;
    await cancel(tx, services, order, by, { sent: false });
    return true;
  });
}

/**
 * Cancels an order that the caller has locked, in its transaction: its new number rests, its device goes back into stock, its document number is free again, its eSIM is cancelled, a payment is refunded
 * or voided, the operator's systems hear of it if they have the order, and the customer gets a mail.
 */
async function cancel(
  tx: Handle,
  services: Pick<Needs, "now" | "config">,
  order: Order,
  by: By,
  { sent }: { readonly sent: boolean },
): Promise<Done> {
  const now = services.now();
  const refund = order.payment !== null;
  // The mail names the day only if the order was not paid until then.
  const late = order.payUntil !== null && order.payUntil <= now;
  await moveOrder(tx, order.id, "cancelled", late ? {} : { pay_until: null });
  await recordAction(tx, order.id, refund ? "refunded" : "cancelled", by, now);
  const restsUntil = new Date(now.getTime() + services.config.numberQuarantineDays * DAY_MS);
  await returnNumber(tx, order.number, { now, restsUntil });
  if (order.record.mobile && !sent) {
    const piece = { order: order.number, orderedAt: order.createdAt, now };
    await returnPiece(tx, order.record.mobile, piece);
  }
  if (order.documentHash) await releaseDocument(tx, order.documentHash);
  await cancelEsimOf(tx, order.id);
  await voidOpenPaymentOf(tx, order.checkoutId, now);
  if (order.payment) await requestRefund(tx, order.payment.id, now);
  const handedOver = order.status === "placed";
  if (handedOver)
    await queueEvent(
      tx,
      order.id,
      cancelledEvent({ ...order, items: itemCount(order.shown.quote), deviceSent: sent }, by.reason, now),
    );
  const about = "cancelled";
  await addJobs(tx, [
    {
      name: "mail-order",
      payload: { orderId: order.id, about, ...(sent && { sent }) },
      key: `mail-${about}:${order.id}`,
    },
  ]);
  return { kind: "cancelled", refund, handedOver };
}
