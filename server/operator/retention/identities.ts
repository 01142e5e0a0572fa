import { sql } from "kysely";
import { IDENTITY_FIELDS } from "#core/customer-form.ts";
import { DocumentKeyError } from "#server/platform/encryption/keys.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { isSealed, openEvent, readStoredEvent, sealEvent } from "#server/sale/order/event/sealed-event.ts";
import { BATCH, isOver, runBatches, type PurgeContext, type PurgePart } from "./part.ts";

/** The identity data, encrypted or, of before the encryption, in clear. */
const REMOVED = ["sealed", ...IDENTITY_FIELDS];

/** In these words, because they are those of the index `orders_with_identity`: only orders that still have such data are looked at. */
const HAS_IDENTITY = sql.raw(`o.customer ?| array[${REMOVED.map((field) => `'${field}'`).join(", ")}]`);

const about = "identity data of orders";

/** Orders older than `RETENTION_DOCUMENTS_DAYS`, or the law of their day, that still have such data; an order that is not handed over yet keeps it. */
const old = ({ now, retention }: PurgeContext) => sql`
  ${isOver(sql`o.created_at`, retention.documents, now)} and ${HAS_IDENTITY}
  and not exists (select 1 from handovers h where h.order_id = o.id and h.delivered_at is null)`;

/** Removes the identity data and the PUK from old orders, their forms and their hand-over events, and the claims of their documents. */
export const identitiesOfOrders: PurgePart = {
  about,
  async count(context) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from orders o where ${old(context)}`.execute(context.db);
    return rows[0]?.count ?? 0;
  },
  remove: (context) =>
    runBatches(() =>
      context.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ id: string; checkout_id: string }>`
          select o.id, o.checkout_id from orders o where ${old(context)} order by o.created_at limit ${BATCH} for update skip locked`.execute(
          tx,
        );
        if (rows.length === 0) return 0;
        const ids = rows.map(({ id }) => id);
        const checkouts = rows.map(({ checkout_id }) => checkout_id);
        await sql`update orders set customer = customer - ${REMOVED}::text[] where id = any(${ids})`.execute(tx);
        await sql`delete from document_claims c using orders o where o.id = any(${ids}) and c.document_hash = o.document_hash
          and not exists (select 1 from orders other where other.document_hash = c.document_hash and other.id <> all(${ids}))`.execute(
          tx,
        );
        await sql`update orders set document_hash = null where id = any(${ids})`.execute(tx);
        await sql`update checkouts set form = form - ${REMOVED}::text[] where id = any(${checkouts})`.execute(tx);
        const events = await tx
          .selectFrom("handovers")
          .select(["event_id", "event"])
          .where("order_id", "in", ids)
          .execute();
        for (const { event_id, event } of events)
          await tx
            .updateTable("handovers")
            .set({ event: JSON.stringify(await eventWithoutIdentity(context.seals, event_id, event)) })
            .where("event_id", "=", event_id)
            .execute();
        return rows.length;
      }),
    ),
};

/** The event as it is stored. If its key is lost, its content is lost with it. */
async function eventWithoutIdentity(seals: Seals, eventId: string, event: unknown): Promise<unknown> {
  const stored = readStoredEvent(event);
  if (!isSealed(stored)) return withoutIdentity(stored);
  const opened = await openEvent(seals, eventId, stored).catch((error: unknown) => {
    if (error instanceof DocumentKeyError) return { ...stored, event: {} };
    throw error;
  });
  return sealEvent(seals, { ...(withoutIdentity(opened) as object), eventId });
}

/** A TMF622 event without identifications and without the characteristic `puk`. */
const withoutIdentity = (event: unknown) => without(event, "individualIdentification");

/** A TMF622 event without the characteristic `puk`. */
export const withoutPuk = (event: unknown) => without(event, null);

function without(value: unknown, removed: string | null): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isPuk(each)).map((each: unknown) => without(each, removed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (key === removed ? [] : [[key, without(each, removed)]])),
  );
}

function isPuk(value: unknown): boolean {
  return typeof value === "object" && value !== null && "name" in value && value.name === "puk";
}
