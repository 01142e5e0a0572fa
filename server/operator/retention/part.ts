import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { runBatches, type Expired, type Keeping, type OldRows } from "#server/platform/database/old-rows.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import type { Retention } from "./periods.ts";

export type PurgeContext = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly retention: Retention;
  readonly seals: Seals;
  readonly unorderedDocuments: Config["unorderedDocuments"];
  readonly now: Date;
  readonly log: Pick<Logger, "info" | "warn">;
};

/** One kind of data with a retention time. */
export type PurgePart = {
  readonly about: string;
  /** How many would be removed now. */
  count(context: PurgeContext): Promise<number>;
  /** Removes them in small batches, files before their rows. Returns how many were removed. */
  remove(context: PurgeContext): Promise<number>;
};

/** Rows in a transaction: few, for short locks and little repeated work after a crash. */
export const BATCH = 100;

/** One kind of data whose rows go as they are. */
export const partOf = (about: string, old: (context: PurgeContext) => Expired): PurgePart => ({
  about,
  count: (context) => old(context).count(context.db),
  remove: (context) => old(context).remove(context.db),
});

/** One kind of data whose rows go with what belongs to them, in batches of a transaction. */
export function removedWith<Row>(
  about: string,
  old: (context: PurgeContext) => OldRows<Row>,
  removeRows: (tx: Handle, rows: readonly Row[], context: PurgeContext) => Promise<void>,
  batch = BATCH,
): PurgePart {
  const removeBatch = (context: PurgeContext) => async (tx: Handle) => {
    const rows = await old(context).take(tx, batch);
    if (rows.length > 0) await removeRows(tx, rows, context);
    return rows.length;
  };
  return {
    about,
    count: (context) => old(context).count(context.db),
    remove: (context) => runBatches(() => context.db.transaction().execute(removeBatch(context))),
  };
}

/** How long data of orders is kept. */
export const keptFor = ({ now, retention }: PurgeContext, kind: "documents" | "orders"): Keeping => ({
  periods: retention[kind],
  now,
});
