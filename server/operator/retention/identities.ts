import { DocumentKeyError } from "#server/platform/encryption/keys.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { isSealed, openEvent, readStoredEvent, sealEvent } from "#server/sale/order/event/order.ts";
import { removeFields } from "#server/sale/checkout/upkeep.ts";
import { freeUnusedDocuments } from "#server/sale/document/upkeep.ts";
import {
  lockEvents,
  oldIdentities,
  removeIdentityOf,
  replaceEvent,
  STORED_IDENTITY,
} from "#server/sale/order/upkeep.ts";
import { keptFor, removedWith } from "./part.ts";

/**
 * Removes the identity data and the PUK from old orders, their checkouts' forms and their events, and ends the claims
 * of their documents.
 */
export const identitiesOfOrders = removedWith(
  "identity data of orders",
  (context) => oldIdentities(keptFor(context, "documents")),
  async (tx, orders, { seals }) => {
    const ids = orders.map(({ id }) => id);
    const checkouts = orders.map(({ checkout_id: id }) => id);
    const hashes = orders.flatMap(({ document_hash: hash }) => hash ?? []);
    await removeIdentityOf(tx, ids);
    await freeUnusedDocuments(tx, hashes);
    await removeFields(tx, checkouts, STORED_IDENTITY);
    for (const { event_id, event } of await lockEvents(tx, ids))
      await replaceEvent(tx, event_id, await eventWithoutIdentity(seals, event_id, event));
  },
);

/**
 * Returns the stored event without identity data. If its key is lost, the content is lost too, and nothing has to be
 * removed.
 */
async function eventWithoutIdentity(seals: Seals, eventId: string, event: unknown): Promise<unknown> {
  const stored = readStoredEvent(event);
  if (!isSealed(stored)) return withoutIdentity(stored);
  const opened = await openEvent(seals, eventId, stored).catch((error: unknown) => {
    if (error instanceof DocumentKeyError) return { ...stored, event: {} };
    throw error;
  });
  return sealEvent(seals, { ...(withoutIdentity(opened) as object), eventId });
}

/** Returns a TMF622 event without identifications and without the characteristic `puk`. */
const withoutIdentity = (event: unknown) => without(event, "individualIdentification");

/** Returns a TMF622 event without the characteristic `puk`. */
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
