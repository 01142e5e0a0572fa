import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { runBatches, type Keeping, type OldRows } from "#server/platform/database/old-rows.ts";
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

/** One kind of data whose rows are removed as they are, without files or rows of others. */
export const partOf = (about: string, old: (context: PurgeContext) => OldRows): PurgePart => ({
  about,
  count: (context) => old(context).count(context.db),
  remove: (context) => old(context).remove(context.db),
});

/** How long the orders' data of a kind is kept. */
export const keptFor = ({ now, retention }: PurgeContext, kind: "documents" | "orders"): Keeping => ({
  periods: retention[kind],
  now,
});

/** Removes batches, each in a transaction, until one removes nothing. */
export const removeInBatches = ({ db }: PurgeContext, batch: (tx: Handle) => Promise<number>): Promise<number> =>
  runBatches(() => db.transaction().execute(batch));
