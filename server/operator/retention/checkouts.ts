import type { Handle } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import { endCheckoutLinks } from "#server/sale/checkout/links.ts";
import {
  abandonedIds,
  countAbandoned,
  detachDocuments,
  emptyCheckouts,
  lockAbandoned,
  removeCheckouts,
  type Abandoned,
} from "#server/sale/checkout/upkeep.ts";
import { picturesOf, removeDocumentsOf } from "#server/sale/document/upkeep.ts";
import { removePhotoLinks } from "#server/sale/document/phone/upkeep.ts";
import { BATCH, type PurgeContext, type PurgePart } from "./part.ts";

/** Checkouts that have not changed for `RETENTION_CHECKOUTS_DAYS`, with their documents. */
export const abandonedCheckouts = checkoutsWhich("abandoned checkouts", "withoutPayment", removeCheckouts);

/** Personal data in abandoned checkouts whose payments ended without an order. */
export const personsOfPayments = checkoutsWhich(
  "persons in abandoned checkouts that had a payment",
  "withPerson",
  removePersons,
);

/**
 * Removes all personal data from checkouts, whose rows are kept for their payments. The caller removes the documents'
 * files first.
 */
export async function removePersons(tx: Handle, ids: readonly string[]): Promise<void> {
  await removeDocumentsOf(tx, ids);
  await endCheckoutLinks(tx, ids);
  await removePhotoLinks(tx, ids);
  await emptyCheckouts(tx, ids);
}

function checkoutsWhich(
  about: string,
  which: Abandoned["which"],
  removeRows: (tx: Handle, ids: readonly string[]) => Promise<void>,
): PurgePart {
  const abandoned = ({ now, retention }: PurgeContext) => ({ which, before: daysBefore(now, retention.checkouts) });
  return {
    about,
    count: (context) => countAbandoned(context.db, abandoned(context)),
    async remove(context) {
      const { db, documents } = context;
      const of = abandoned(context);
      const removeBatch = async (batch: readonly string[]) => {
        const taken = await db.transaction().execute((tx) => takeDocuments(tx, of, batch));
        for (const { storage_key } of taken.pictures) await documents.remove(storage_key);
        return db.transaction().execute(async (tx) => {
          const still = await lockAbandoned(tx, of, taken.ids);
          if (still.length > 0) await removeRows(tx, still);
          return still.length;
        });
      };
      let removed = 0;
      for await (const ids of abandonedIds(db, of))
        for (let at = 0; at < ids.length; at += BATCH) removed += await removeBatch(ids.slice(at, at + BATCH));
      return removed;
    },
  };
}

/**
 * Locks a batch and detaches its documents. The caller then removes the files: outside the transaction, because the
 * store can be slow, and before the rows, so that a failure can be retried. A shopper who returns in between has to
 * upload the picture again.
 */
async function takeDocuments(tx: Handle, of: Abandoned, batch: readonly string[]) {
  const ids = await lockAbandoned(tx, of, batch);
  const pictures = await picturesOf(tx, ids);
  await detachDocuments(
    tx,
    pictures.map(({ id }) => id),
  );
  return { ids, pictures };
}
