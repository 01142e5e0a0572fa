import { runBatches } from "#server/platform/database/old-rows.ts";
import { allUnorderedBytes } from "#server/sale/document/queries.ts";
import { detachDocuments } from "#server/sale/checkout/upkeep.ts";
import {
  countUnordered,
  lockUnordered,
  oldPictures,
  removeDocuments,
  type StoredPicture,
} from "#server/sale/document/upkeep.ts";
import { BATCH, keptFor, type PurgeContext, type PurgePart } from "./part.ts";

/**
 * Documents of orders that are older than `RETENTION_DOCUMENTS_DAYS` or, without it, than the law on the day of the
 * order requires (VÜPF Art. 21 para. 4). The orders remain.
 */
export const documentsOfOrders: PurgePart = {
  about: "documents of orders",
  count: (context) => oldPictures(keptFor(context, "documents")).count(context.db),
  // There is no transaction, because the store can be slow.
  remove: (context) =>
    removePictures(context, () => oldPictures(keptFor(context, "documents")).take(context.db, BATCH)),
};

const HOUR_MS = 3600_000;
/** How many hours a document without an order is stored. After that, the shopper has to upload it again. */
const LIFE_HOURS = 24;
/** If more than this share of the quota is used, a document without an order is only stored for an hour. */
const FULL_FROM = 0.75;

/**
 * Documents without an order, after their short storage time. If the payment arrives later, it is refunded
 * (server/sale/order/finalise.ts).
 */
export const unorderedDocuments: PurgePart = {
  about: "documents without an order",
  count: async (context) => countUnordered(context.db, await createdBefore(context)),
  async remove(context) {
    const before = await createdBefore(context);
    // Detached before the files are removed, so that no order can refer to a document without a file.
    return removePictures(context, () =>
      context.db.transaction().execute(async (tx) => {
        const pictures = await lockUnordered(tx, before, BATCH);
        await detachDocuments(
          tx,
          pictures.map(({ id }) => id),
        );
        return pictures;
      }),
    );
  },
};

/**
 * Returns the time before which documents without an order must have been created to be removed. It is more recent if
 * the quota is nearly used up.
 */
async function createdBefore({ db, now, unorderedDocuments: limits }: PurgeContext): Promise<Date> {
  const bytes = await allUnorderedBytes({ db });
  const isFull = bytes > FULL_FROM * limits.megabytes * 1024 * 1024;
  return new Date(now.getTime() - (isFull ? 1 : LIFE_HOURS) * HOUR_MS);
}

/** Removes pictures in batches, files before rows, so that a failure can be retried. */
const removePictures = ({ db, documents }: PurgeContext, take: () => Promise<readonly StoredPicture[]>) =>
  runBatches(async () => {
    const pictures = await take();
    for (const { storage_key } of pictures) await documents.remove(storage_key);
    await removeDocuments(
      db,
      pictures.map(({ id }) => id),
    );
    return pictures.length;
  });
