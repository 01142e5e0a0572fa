import { sql } from "kysely";
import { IDENTITY_FIELDS } from "#core/customer-form.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { sealForm } from "#server/sale/identity/sealed-identity.ts";
import { sealEvent } from "./event/sealed-event.ts";

const BATCH = 200;
const inClear = (column: string) => sql<boolean>`${sql.ref(column)} ?| ${IDENTITY_FIELDS}::text[]`;

/**
 * Encrypts the identity data of forms, orders and events that were stored before it was encrypted. Safe to repeat, to interrupt and to run in
 * two processes: a row is written only if it is still as it was read.
 */
export async function sealOldIdentities(db: Database, seals: Seals): Promise<void> {
  await batches(() => sealCheckouts(db, seals));
  await batches(() => sealOrders(db, seals));
  await batches(() => sealEvents(db, seals));
}

async function batches(batch: () => Promise<number>): Promise<void> {
  while ((await batch()) > 0);
}

async function sealCheckouts(db: Database, seals: Seals): Promise<number> {
  const rows = await db.selectFrom("checkouts").select(["id", "form"]).where(inClear("form")).limit(BATCH).execute();
  for (const { id, form } of rows) {
    if (!form) continue;
    const sealed = JSON.stringify(await sealForm(seals, id, form));
    await sql`update checkouts set form = ${sealed} where id = ${id} and form = ${JSON.stringify(form)}::jsonb`.execute(
      db,
    );
  }
  return rows.length;
}

async function sealOrders(db: Database, seals: Seals): Promise<number> {
  const rows = await db
    .selectFrom("orders")
    .select(["id", "checkout_id", "customer"])
    .where(inClear("customer"))
    .limit(BATCH)
    .execute();
  for (const { id, checkout_id, customer } of rows) {
    const sealed = JSON.stringify(await sealForm(seals, checkout_id, customer));
    await sql`update orders set customer = ${sealed} where id = ${id} and customer = ${JSON.stringify(customer)}::jsonb`.execute(
      db,
    );
  }
  return rows.length;
}

async function sealEvents(db: Database, seals: Seals): Promise<number> {
  const rows = await db
    .selectFrom("handovers")
    .select(["event_id", "event"])
    .where(sql<boolean>`event->>'eventType' = 'ProductOrderCreateEvent' and not (event->'event' ? 'sealed')`)
    .limit(BATCH)
    .execute();
  for (const { event_id, event } of rows) {
    const sealed = JSON.stringify(await sealEvent(seals, { ...event, eventId: event_id }));
    await sql`update handovers set event = ${sealed} where event_id = ${event_id} and event = ${JSON.stringify(event)}::jsonb`.execute(
      db,
    );
  }
  return rows.length;
}
