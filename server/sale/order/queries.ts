import { sql, type Insertable, type Updateable } from "kysely";
import { HANDOVER_EVENTS, type DeliveredWhat, type HandoverEventType } from "#core/order/handover-events.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { toWire } from "#core/form/spelling.ts";
import type { Rappen } from "#core/money/money.ts";
import type { RecordedAction } from "#core/desk/order-actions.ts";
import { orderStatesBefore, type OrderState } from "#core/order/order-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { secretHash } from "#server/platform/encryption/link-secret.ts";
import type { WantedOrder } from "#server/read-models/checkout.ts";
import { lockCheckout } from "#server/sale/checkout/queries.ts";
import { formIn, type IdentityColumn } from "#server/sale/identity/seal-old.ts";

/**
 * Locks the checkout of an order and then the order, until the transaction ends (ADR 69). Returns the order's id, or
 * null. Its own lock still allows inserting rows that refer to the order. Otherwise there would be a deadlock between a
 * job that has locked the order's eSIM and inserts an event, and an action that has locked the order and waits for the
 * eSIM.
 */
export async function lockOrder(tx: Handle, { by, value }: WantedOrder): Promise<string | null> {
  const found = await tx
    .selectFrom("orders")
    .select("checkout_id as checkoutId")
    .where(by, "=", value)
    .executeTakeFirst();
  if (!found) return null;
  await run(tx, lockCheckout(found.checkoutId));
  const order = await tx.selectFrom("orders").select("id").where(by, "=", value).forNoKeyUpdate().executeTakeFirst();
  return order?.id ?? null;
}

export const orderToInsert = (order: Insertable<Tables["orders"]>): Statement<unknown> => statement`
  insert into orders (id, number, checkout_id, payment_id, account_id, status, bill_paid, business, record, shown, customer,
    document_id, terms, document_hash, locale, created_at)
  values (${order.id}, ${order.number}, ${order.checkout_id}, ${order.payment_id}, ${order.account_id}, ${order.status},
    ${order.bill_paid}, ${order.business}, ${order.record}, ${order.shown}, ${order.customer},
    ${order.document_id}, ${order.terms}, ${order.document_hash}, ${order.locale}, ${order.created_at})`;

/** Changes the state of an order that the caller has locked and checked. Throws if the transition is not allowed. */
export async function moveOrder(
  tx: Handle,
  orderId: string,
  to: Exclude<OrderState, "onHold">,
  more: { readonly pay_until?: Date | null; readonly payment_id?: string; readonly bill_paid?: boolean } = {},
): Promise<void> {
  const moved = await tx
    .updateTable("orders")
    .set({ status: to, ...more })
    .where("id", "=", orderId)
    .where("status", "in", orderStatesBefore(to))
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`Order ${orderId} cannot become ${to}`);
}

/** Changes data of an order other than its state. */
export async function changeOrder(
  tx: Handle,
  id: string,
  change: Pick<Updateable<Tables["orders"]>, "progress" | "progress_at" | "document_hash">,
): Promise<void> {
  await tx.updateTable("orders").set(change).where("id", "=", id).execute();
}

/** Corrects fields of an order's customer. */
export async function correctCustomer(tx: Handle, id: string, fields: Partial<CustomerForm>): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ customer: sql`customer || ${JSON.stringify(toWire(fields))}::jsonb` })
    .where("id", "=", id)
    .execute();
}

/** Assigns the orders of one account to another. */
export async function reassignOrders(
  tx: Handle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.updateTable("orders").set({ account_id: to }).where("account_id", "=", from).execute();
}

/** Returns released orders that were not paid in time, the earliest deadline first. */
export function unpaidOrders(db: Handle, now: Date, limit: number) {
  return db
    .selectFrom("orders")
    .select(["id", "number", "checkout_id"])
    .where("status", "=", "awaitingPayment")
    .where("pay_until", "<", now)
    .orderBy("pay_until")
    .limit(limit)
    .execute();
}

/** Returns orders that are older than claims and whose document is not claimed yet. */
export function ordersWithoutClaim(db: Handle, limit: number) {
  return db
    .selectFrom("orders")
    .select(["id", "checkout_id", "account_id", "customer"])
    .where("document_hash", "is", null)
    .where("status", "<>", "cancelled")
    .where(sql<boolean>`customer ?| array['idNo', 'sealed']`)
    .orderBy("created_at")
    .limit(limit)
    .execute();
}

/** An order that waits for a decision or for payment, without personal data. `due` is in Rappen. */
export type HeldOrder = {
  readonly number: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly product: string;
  readonly due: Rappen;
  readonly payUntil: Date | null;
};

/** Returns the orders on hold and those awaiting payment, oldest first. */
export async function heldOrders(db: Handle): Promise<readonly HeldOrder[]> {
  const { rows } = await sql<HeldOrder>`
    select o.number, o.created_at as "createdAt", o.status, o.shown->'quote'->'lines'->0->>'code' as product,
      case when o.business or o.payment_id is not null then 0 else (o.shown->'quote'->>'total')::int end as due,
      o.pay_until as "payUntil"
    from orders o where o.status in ('onHold', 'awaitingPayment') order by o.created_at, o.number`.execute(db);
  return rows;
}

/** Returns the actions on an order, oldest first. */
export async function actionsOf(db: Handle, orderNumber: string) {
  return db
    .selectFrom("order_actions")
    .innerJoin("orders", "orders.id", "order_actions.order_id")
    .select(["action", "actor", "reason", "at"])
    .where("orders.number", "=", orderNumber)
    .orderBy("order_actions.id")
    .execute();
}

/** Who carries out an action on an order, and why, for the records. */
export type By = { readonly actor: string; readonly reason: string };

/** Records an action in the caller's transaction, so that every action has its row in `order_actions`. */
export async function recordAction(
  tx: Handle,
  orderId: string,
  action: RecordedAction,
  { actor, reason }: By,
  at: Date,
): Promise<void> {
  await tx.insertInto("order_actions").values({ order_id: orderId, action, actor, reason, at }).execute();
}

/** Stores a report about an order. Returns false if it is stored already. */
export async function storeReport(tx: Handle, report: Insertable<Tables["order_reports"]>): Promise<boolean> {
  const inserted = await tx
    .insertInto("order_reports")
    .values(report)
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Marks a report about a transfer as one that does not count, because another order transfers the number. */
export async function blockReport(tx: Handle, eventId: string, blockedBy: string): Promise<void> {
  await tx
    .updateTable("order_reports")
    .set({ transfer_blocked_by: blockedBy })
    .where("event_id", "=", eventId)
    .execute();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the order number of a document reference; null if it is unknown or has expired. */
export async function orderOfDocumentLink(db: Handle, id: string, now: Date): Promise<string | null> {
  if (!UUID.test(id)) return null;
  const row = await db
    .selectFrom("document_links")
    .innerJoin("orders", "orders.id", "document_links.order_id")
    .select("orders.number")
    .where("document_links.id", "=", id)
    .where("document_links.expires_at", ">", now)
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Returns the checkout of a link to an order; null if it is unknown or has expired. */
export async function checkoutOfLink(db: Handle, secret: string, now: Date): Promise<string | null> {
  const hash = secretHash(secret);
  if (hash === null) return null;
  const row = await db
    .selectFrom("order_links")
    .innerJoin("orders", "orders.id", "order_links.order_id")
    .select("orders.checkout_id")
    .where("secret_hash", "=", hash)
    .where("order_links.expires_at", ">", now)
    .executeTakeFirst();
  return row?.checkout_id ?? null;
}

/** A delivery to the operator's systems. `again`: the same event had been delivered before. */
export type Delivered = { readonly what: DeliveredWhat; readonly again: boolean };

/** Returns all deliveries of events about a checkout's order, oldest first. */
export async function deliveriesOf(
  db: Handle,
  checkoutId: string,
): Promise<readonly (Delivered & { readonly at: Date })[]> {
  const { rows } = await sql<{ type: string | null; at: Date; again: boolean }>`
    select h.event->>'eventType' as type, d.at, d.ordinal > 1 as again
    from handovers h join orders o on o.id = h.order_id
    cross join lateral unnest(h.earlier_deliveries || h.delivered_at) with ordinality as d (at, ordinal)
    where o.checkout_id = ${checkoutId} and d.at is not null
    order by d.at, h.sequence`.execute(db);
  return rows.flatMap(({ type, at, again }) => (isKnown(type) ? [{ what: HANDOVER_EVENTS[type], at, again }] : []));
}

/** Returns whether this version has the event type. Others can come from a later version that was rolled back. */
const isKnown = (type: string | null): type is HandoverEventType =>
  type !== null && Object.hasOwn(HANDOVER_EVENTS, type);

/** The column with the identity data of orders. */
export const ORDER_CUSTOMERS: IdentityColumn = {
  table: "orders",
  id: "id",
  owner: "checkout_id",
  ...formIn("customer"),
};
