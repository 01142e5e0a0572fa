import { randomUUID } from "node:crypto";
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
