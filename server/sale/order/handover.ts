import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run, runTogether, statement, type Statement } from "#server/platform/database/statement.ts";
import { addJobs, jobsToAdd, type NewJob } from "#server/platform/jobs/queue.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { openEvent, readStoredEvent, sealEvent } from "./event/order.ts";
import type { NewEvent } from "./event/changes.ts";
import type { IdentityColumn } from "#server/sale/identity/seal-old.ts";

/** Writes an event of an order and queues its delivery, in the caller's transaction. */
export async function queueEvent(tx: Handle, orderId: string, event: NewEvent): Promise<void> {
  await runTogether(tx, eventToInsert(orderId, event), jobsToAdd([handoverOf(orderId)]));
}

/** Returns the statement that writes an event of an order. The content is encrypted if it identifies a person. */
export function eventToInsert(orderId: string, event: NewEvent): Statement<unknown> {
  return statement`
    insert into handovers (event_id, order_id, event) values (${event.eventId}, ${orderId}, ${JSON.stringify(event)})`;
}

/**
 * Marks the events of an order to be delivered again. Returns their ids in their order. The row keeps the times of
 * earlier deliveries.
 */
export async function deliverAgain(tx: Handle, orderId: string): Promise<readonly string[]> {
  const events = await tx
    .updateTable("handovers")
    .set({
      delivered_at: null,
      earlier_deliveries: sql`case when delivered_at is null then earlier_deliveries else earlier_deliveries || delivered_at end`,
    })
    .where("order_id", "=", orderId)
    .returning(["event_id", "sequence"])
    .execute();
  return events.toSorted((one, other) => Number(one.sequence) - Number(other.sequence)).map(({ event_id }) => event_id);
}

/** Returns the job that delivers the undelivered events of an order. */
export function handoverOf(orderId: string): NewJob {
  return { name: "hand-over-order", payload: { orderId }, key: `hand-over:${orderId}` };
}

/**
 * Queues the jobs that look for news of orders, so that the systems which follow orders are told at once instead of
 * within a minute. Not in the transaction of an order: those of all orders would wait for each other at the keys.
 */
export async function queueNews(db: Handle, orderNews: readonly NewJob[]): Promise<void> {
  if (orderNews.length > 0) await addJobs(db, orderNews);
}

/** Queues the delivery of the undelivered events of an order. Restarts a failed job. */
export async function queueHandover(tx: Handle, orderId: string): Promise<void> {
  await addJobs(tx, [handoverOf(orderId)]);
}

/**
 * Creates the job that delivers the events of an order in sequence. If a job is repeated, it delivers the same event
 * with the same id. A later event waits until the earlier ones are delivered.
 */
export function handOverOrder(needs: {
  readonly db: Database;
  readonly handover: HandoverPort;
  readonly seals: Seals;
  readonly orderNews: readonly NewJob[];
  readonly now: Clock;
}): Task<"hand-over-order"> {
  const { db, handover, seals, orderNews, now } = needs;
  return async ({ orderId }) => {
    await queueNews(db, orderNews);
    const events = await run(
      db,
      statement<{ event_id: string; event: unknown }>`
        select event_id, event from handovers where order_id = ${orderId} and delivered_at is null order by sequence`,
    );
    for (const { event_id, event } of events) {
      await handover.deliver({ eventId: event_id, event: await openEvent(seals, event_id, event) });
      await run(db, statement`update handovers set delivered_at = ${now()} where event_id = ${event_id}`);
    }
  };
}

/**
 * Records when the events of an order were written and delivered, for an invented sale of the past, which is never
 * sent.
 */
export async function markDelivered(
  db: Handle,
  orderId: string,
  { written, delivered }: { readonly written: Date; readonly delivered: Date },
): Promise<void> {
  await run(
    db,
    statement`update handovers set created_at = ${written}, delivered_at = ${delivered} where order_id = ${orderId}`,
  );
}

/** The column with the identity data of events. */
export const EVENTS_WITH_IDENTITY: IdentityColumn = {
  table: "handovers",
  id: "event_id",
  owner: "event_id",
  column: "event",
  inClear: sql<boolean>`event->>'eventType' = 'ProductOrderCreateEvent' and not (event->'event' ? 'sealed')`,
  seal: (seals, eventId, event) => sealEvent(seals, { ...readStoredEvent(event), eventId }),
};

/**
 * Delivers events to the operator's systems, at least once; receivers recognise duplicates by the event id. Throws to
 * be retried.
 */
export type HandoverPort = { deliver(event: { eventId: string; event: object }): Promise<void> };
