import type { Handle } from "#server/platform/database/database.ts";

/** How long the operator's systems may fetch the copy of a document by its reference, in days. */
const LIFE_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/** Creates a reference to the document of an order. It opens nothing without the operator's secret. */
export async function makeDocumentLink(tx: Handle, orderId: string, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto("document_links")
    .values({ order_id: orderId, expires_at: new Date(now.getTime() + LIFE_DAYS * DAY_MS) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The number of the order that a reference names; null if it is unknown or has expired. */
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
