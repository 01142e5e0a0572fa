import { sql } from "kysely";
import type { IdentityField } from "#core/form/fields.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { expiredBefore, isOver, oldRows, type RowRetention } from "#server/platform/database/old-rows.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { ORDERS_WITH_CHECKOUTS } from "#server/read-models/checkout.ts";
import { hasDocument } from "#server/read-models/documents.ts";
import type { OrderToIndex } from "#server/read-models/checkouts.ts";
import { resealRows } from "#server/sale/identity/sealed-identity.ts";
import { storedForm, type SealedForm } from "#server/sale/identity/stored-form.ts";

export const oldOrderLinks = expiredBefore("order_links");
export const oldDocumentLinks = expiredBefore("document_links");

/** Columns that are needed of an order that is removed or loses its identity data. */
const LOCKED = sql<{
  id: string;
  number: string;
  checkout_id: string;
  document_hash: Buffer | null;
}>`o.id, o.number, o.checkout_id, o.document_hash`;

const NOT_HANDED_OVER = sql`exists (select 1 from handovers h where h.order_id = o.id and h.delivered_at is null)`;

/**
 * Selects orders whose retention time is over. An order that has not been handed over, or whose picture still exists,
 * is kept for another night.
 */
export const oldOrders = (keeping: RowRetention) =>
  oldRows(
    LOCKED,
    sql`from ${ORDERS_WITH_CHECKOUTS} where ${isOver(sql`o.created_at`, keeping)} and o.document_id is null
      and not ${hasDocument(sql`o.checkout_id`)} and not ${NOT_HANDED_OVER}`,
  );

/** Removes orders with all their data in this folder. */
export async function removeOrders(tx: Handle, ids: readonly string[]): Promise<void> {
  for (const table of [
    "document_links",
    "order_links",
    "order_reports",
    "order_actions",
    "order_messages",
    "handovers",
    "desk_refund_requests",
    "desk_orders",
    "desk_orders_changed",
  ] as const)
    await tx.deleteFrom(table).where("order_id", "in", ids).execute();
  await tx.deleteFrom("orders").where("id", "in", ids).execute();
}

/**
 * The names of the identity data in a form: encrypted or, from before encryption, in clear text. Their sequence is that
 * of the index `orders_with_identity`, so that only orders with such data are scanned.
 */
export const STORED_IDENTITY = Object.keys({
  sealed: true,
  identifiedBy: true,
  idNo: true,
  issuer: true,
  issueDate: true,
  validUntil: true,
  puk: true,
} satisfies Record<"sealed" | IdentityField, true>);

const HAS_IDENTITY = sql.raw(`o.customer ?| array[${STORED_IDENTITY.map((field) => `'${field}'`).join(", ")}]`);

/**
 * Selects orders whose identity data has passed its retention time. An order that has not been handed over yet keeps
 * it.
 */
export const oldIdentities = (keeping: RowRetention) =>
  oldRows(
    LOCKED,
    sql`from ${ORDERS_WITH_CHECKOUTS} where ${isOver(sql`o.created_at`, keeping)} and ${HAS_IDENTITY} and not ${NOT_HANDED_OVER}`,
    { order: sql`order by o.created_at` },
  );

/** Removes the identity data of orders, and the hash of their document. */
export async function removeIdentityOf(tx: Handle, ids: readonly string[]): Promise<void> {
  await sql`update orders set customer = customer - ${STORED_IDENTITY}::text[], document_hash = null where id = any(${ids})`.execute(
    tx,
  );
}

/** Replaces the customer of an order. */
export async function replaceCustomer(tx: Handle, id: string, customer: SealedForm): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ customer: JSON.stringify(storedForm(customer)) })
    .where("id", "=", id)
    .execute();
}

/** Returns the events of orders as stored, locked until the transaction ends. */
export function lockEvents(tx: Handle, orderIds: readonly string[]) {
  return tx
    .selectFrom("handovers")
    .select(["event_id", "event", "delivered_at"])
    .where("order_id", "in", orderIds)
    .forUpdate()
    .execute();
}

/** Replaces an event. `event` is in its stored form. */
export async function replaceEvent(tx: Handle, eventId: string, event: unknown): Promise<void> {
  await tx
    .updateTable("handovers")
    .set({ event: JSON.stringify(event) })
    .where("event_id", "=", eventId)
    .execute();
}

export async function endOrderLinks(tx: Handle, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("order_links").where("order_id", "in", orderIds).execute();
}

/** The key ids of all sealed customers and events. */
export const ORDER_KEYS = sql`select split_part(customer->>'sealed', ':', 1) as key_id from orders where customer ? 'sealed'
  union all select split_part(event->'event'->>'sealed', ':', 1) from handovers where event->'event' ? 'sealed'`;

/** Re-encrypts the customers of orders and the events with the first key. */
export async function resealOrders(db: Database, keys: readonly DocumentKey[]): Promise<void> {
  const customers = { table: "orders", id: "id", column: "customer", path: ["sealed"] };
  await resealRows(db, keys, { ...customers, boundTo: sql`'identity:' || checkout_id` });
  const events = { table: "handovers", id: "event_id", column: "event", path: ["event", "sealed"] };
  await resealRows(db, keys, { ...events, boundTo: sql`'event:' || event_id` });
}

/** Writes the search terms of orders. Terms must not contain spaces. */
export async function writeTerms(db: Handle, orders: readonly OrderToIndex[], terms: readonly string[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    insert into desk_orders (order_id, number, created_at, terms)
    select n.id, n.number, n.created_at, array_to_tsvector(string_to_array(n.terms, ' '))
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ number }) => number)}::text[],
      ${orders.map(({ createdAt }) => createdAt)}::timestamptz[], ${terms}::text[]) as n (id, number, created_at, terms)
    on conflict (order_id) do update set terms = excluded.terms`.execute(db);
}

/** Returns the list of orders whose search terms are outdated, oldest entry first. */
export function changedOrders(db: Handle, limit: number) {
  return db.selectFrom("desk_orders_changed").select(["id", "order_id"]).orderBy("id").limit(limit).execute();
}

/** Removes entries from that list. */
export async function forgetChanges(db: Handle, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("desk_orders_changed").where("id", "in", ids).execute();
}

/** A request for a refund that a second person must confirm. `personId` is null if no user is logged in. */
type RefundRequest = Readonly<Record<"orderId" | "actor" | "reason", string>> & {
  readonly personId: string | null;
  readonly sent: boolean;
  readonly at: Date;
};

/** Requests a refund. An order has at most one open request; the index `desk_refund_requests_open` refuses another. */
export async function askForRefund(tx: Handle, { orderId, actor, personId, reason, sent, at }: RefundRequest) {
  const asked = { asked_by: actor, asked_by_id: personId, asked_at: at };
  await tx
    .insertInto("desk_refund_requests")
    .values({ order_id: orderId, sent, reason, ...asked })
    .execute();
}

/** Decides on a requested refund of an order that the caller has locked. Throws if it was decided before. */
export async function decideOnRefund(
  tx: Handle,
  id: string,
  { by, byId, at, confirmed }: { by: string; byId: string | null; at: Date; confirmed: boolean },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("desk_refund_requests")
    .set({ decided_by: by, decided_by_id: byId, decided_at: at, confirmed })
    .where("id", "=", id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The refund request ${id} has already been decided`);
}
