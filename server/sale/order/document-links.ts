import { randomUUID } from "node:crypto";
import type { Handle } from "#server/platform/database/database.ts";
import { statement, type Statement } from "#server/platform/database/statement.ts";

/** How long the operator's systems may fetch the copy of a document by its reference, in days. */
const LIFE_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/** A new reference to the document of an order, and the statement that keeps it. It opens nothing without the operator's secret. */
export function newDocumentLink(
  orderId: string,
  now: Date,
): { readonly id: string; readonly kept: Statement<unknown> } {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + LIFE_DAYS * DAY_MS);
  const kept = statement`insert into document_links (id, order_id, expires_at) values (${id}, ${orderId}, ${expiresAt})`;
  return { id, kept };
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
