import { sql } from "kysely";
import type { IdentityField } from "#core/form/fields.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { expiredBefore, isOver, oldRows, type Keeping } from "#server/platform/database/old-rows.ts";
import type { DocumentKey } from "#server/platform/encryption/encryption.ts";
import { hasDocument } from "#server/reports/documents.ts";
import type { OrderToIndex } from "#server/reports/checkouts.ts";
import { resealRows } from "#server/sale/identity/sealed-identity.ts";
import { storedForm, type SealedForm } from "#server/sale/identity/stored-form.ts";

export const oldOrderLinks = expiredBefore("order_links");
export const oldDocumentLinks = expiredBefore("document_links");

/** What is read of an order that is removed, or loses its identity data. */
const LOCKED = sql<{
  id: string;
  number: string;
  checkout_id: string;
  document_hash: Buffer | null;
}>`o.id, o.number, o.checkout_id, o.document_hash`;

const NOT_HANDED_OVER = sql`exists (select 1 from handovers h where h.order_id = o.id and h.delivered_at is null)`;

/**
 * Orders that are kept no longer. One that is not handed over, or whose picture is still there, stays for another
 * night.
 */
export const oldOrders = (keeping: Keeping) =>
  oldRows(
    LOCKED,
    sql`from orders o where ${isOver(sql`o.created_at`, keeping)} and o.document_id is null
      and not ${hasDocument(sql`o.checkout_id`)} and not ${NOT_HANDED_OVER}`,
  );

/** Removes orders with all that belongs to them in this folder. */
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
 * The identity data of a form, encrypted or, of before the encryption, in clear. In the order of the index
 * `orders_with_identity`: only orders that still have such data are looked at.
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

/** Orders whose identity data is kept no longer; an order that is not handed over yet keeps it. */
export const oldIdentities = (keeping: Keeping) =>
  oldRows(
    LOCKED,
    sql`from orders o where ${isOver(sql`o.created_at`, keeping)} and ${HAS_IDENTITY} and not ${NOT_HANDED_OVER}`,
    { order: sql`order by o.created_at` },
  );

/** Removes the identity data of orders, and by which document they were known. */
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

/** The events of orders, locked until the transaction ends. `event`: as it is stored. */
export function lockEvents(tx: Handle, orderIds: readonly string[]) {
  return tx
    .selectFrom("handovers")
    .select(["event_id", "event", "delivered_at"])
    .where("order_id", "in", orderIds)
    .forUpdate()
    .execute();
}

/** Replaces an event with another one, as it is stored. */
export async function replaceEvent(tx: Handle, eventId: string, event: unknown): Promise<void> {
  await tx
    .updateTable("handovers")
    .set({ event: JSON.stringify(event) })
    .where("event_id", "=", eventId)
    .execute();
}

/** Ends the links of orders. */
export async function endOrderLinks(tx: Handle, orderIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("order_links").where("order_id", "in", orderIds).execute();
}

/** The ids of the keys of all sealed customers and events. */
export const ORDER_KEYS = sql`select split_part(customer->>'sealed', ':', 1) as key_id from orders where customer ? 'sealed'
  union all select split_part(event->'event'->>'sealed', ':', 1) from handovers where event->'event' ? 'sealed'`;

/** Re-encrypts the customers of orders and the events with the first key. */
export async function resealOrders(db: Database, keys: readonly DocumentKey[]): Promise<void> {
  const customers = { table: "orders", id: "id", column: "customer", path: ["sealed"] };
  await resealRows(db, keys, { ...customers, boundTo: sql`'identity:' || checkout_id` });
  const events = { table: "handovers", id: "event_id", column: "event", path: ["event", "sealed"] };
  await resealRows(db, keys, { ...events, boundTo: sql`'event:' || event_id` });
}

/** Writes by which terms orders are found. A term has no space in it. */
export async function writeTerms(db: Handle, orders: readonly OrderToIndex[], terms: readonly string[]): Promise<void> {
  if (orders.length === 0) return;
  await sql`
    insert into desk_orders (order_id, number, created_at, terms)
    select n.id, n.number, n.created_at, array_to_tsvector(string_to_array(n.terms, ' '))
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ number }) => number)}::text[],
      ${orders.map(({ createdAt }) => createdAt)}::timestamptz[], ${terms}::text[]) as n (id, number, created_at, terms)
    on conflict (order_id) do update set terms = excluded.terms`.execute(db);
}

/** Notes of orders whose terms are out of date, oldest first. */
export function changedOrders(db: Handle, limit: number) {
  return db.selectFrom("desk_orders_changed").select(["id", "order_id"]).orderBy("id").limit(limit).execute();
}

/** Removes such notes. */
export async function forgetChanges(db: Handle, ids: readonly string[]): Promise<void> {
  await db.deleteFrom("desk_orders_changed").where("id", "in", ids).execute();
}

/** Who asks for a refund that a second person confirms, and why. The person's id is null where nobody is logged in. */
type AskedRefund = Readonly<Record<"orderId" | "actor" | "reason", string>> & {
  readonly personId: string | null;
  readonly sent: boolean;
  readonly at: Date;
};

/** Asks for a refund. Of an order there is one open request: `desk_refund_requests_open` refuses another. */
export async function askForRefund(tx: Handle, { orderId, actor, personId, reason, sent, at }: AskedRefund) {
  const asked = { asked_by: actor, asked_by_id: personId, asked_at: at };
  await tx
    .insertInto("desk_refund_requests")
    .values({ order_id: orderId, sent, reason, ...asked })
    .execute();
}

/** Decides on a requested refund of an order that the caller has locked. Throws if somebody has decided on it. */
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
  if (numUpdatedRows !== 1n) throw new Error(`Somebody has decided on the refund request ${id}`);
}
