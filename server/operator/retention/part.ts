import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import {
  runBatches,
  type Expired,
  type RowRetention,
  type OldRows,
  type RetentionPeriod,
} from "#server/platform/database/old-rows.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { parseDay } from "#core/time/dates.ts";
import type { Law } from "#core/law/law.ts";
import { beginningOf } from "#core/time/moments.ts";

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
  /** Returns how many would be removed now. */
  count(context: PurgeContext): Promise<number>;
  /** Removes them in small batches, files before their rows. Returns how many were removed. */
  remove(context: PurgeContext): Promise<number>;
};

/** Number of rows in a transaction: few, for short locks and little repeated work after a crash. */
export const BATCH = 100;

/** One kind of data whose rows are simply deleted. */
export const partOf = (about: string, old: (context: PurgeContext) => Expired): PurgePart => ({
  about,
  count: (context) => old(context).count(context.db),
  remove: (context) => old(context).remove(context.db),
});

/** One kind of data whose rows are removed with everything that belongs to them, one transaction per batch. */
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

/** Returns the retention periods for data of orders. */
export const keptFor = ({ now, retention }: PurgeContext, kind: "documents" | "orders"): RowRetention => ({
  periods: retention[kind],
  now,
});

/** A retention period for orders of a time, and the source that requires it. */
export type Period = RetentionPeriod & { readonly source: string };

/**
 * Fixed retention times in days: activation codes of eSIMs after the order, ids of webhook events, which identify
 * repeated ones, and expired codes, links, logins and counts of tries.
 */
const FIXED_DAYS = { esims: 90, webhookEvents: 90, secrets: 7 } as const;

/** Retention time of each kind of data, in days. For data of orders it depends on the day of the order. */
export type Retention = Pick<Config["retention"], "checkouts"> &
  Readonly<Record<keyof typeof FIXED_DAYS, number>> & {
    readonly documents: readonly Period[];
    readonly orders: readonly Period[];
    readonly creditRefusals: readonly Period[];
  };

/**
 * Returns the law on the day of an order applies to it (docs/law.md), unless a setting replaces it for all documents.
 */
export function retentionOf({ checkouts, documents }: Config["retention"], law: Law): Retention {
  return {
    ...FIXED_DAYS,
    checkouts,
    documents:
      documents === null
        ? periods(law.documentRetention)
        : [{ since: null, days: documents, source: "RETENTION_DOCUMENTS_DAYS" }],
    orders: periods(law.orderRetention),
    creditRefusals: periods(law.creditRefusal),
  };
}

/** Returns the first entry also applies to older data, so that all data is removed at some time. */
function periods(table: Law["orderRetention"]): readonly Period[] {
  return table.map(({ from, days, source }, index) => {
    const day = parseDay(from);
    if (!day) throw new Error(`The law begins on ${from}, which is no day`);
    return { since: index === 0 ? null : beginningOf(day), days, source };
  });
}

/** Returns the period that applies to an order of this moment. */
export function periodAt(all: readonly Period[], at: Date): Period {
  const found = all.findLast(({ since }) => since === null || since <= at);
  if (!found) throw new Error(`No period for ${at.toISOString()}`);
  return found;
}
