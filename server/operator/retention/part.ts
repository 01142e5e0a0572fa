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
import { startOfDay } from "#core/time/moments.ts";

export type PurgeContext = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly retention: Retention;
  readonly seals: Seals;
  readonly unorderedDocuments: Config["unorderedDocuments"];
  readonly now: Date;
  readonly log: Pick<Logger, "info" | "warn">;
};

/** A kind of data that has a retention time. */
export type PurgePart = {
  readonly about: string;
  /** Returns how many items would be removed now. */
  count(context: PurgeContext): Promise<number>;
  /** Removes them in small batches, files before their rows. Returns how many were removed. */
  remove(context: PurgeContext): Promise<number>;
};

/** Number of rows per transaction. It is small, so that locks are short and a crash causes little repeated work. */
export const BATCH = 100;

/** Defines a kind of data whose rows are simply deleted. */
export const partOf = (about: string, old: (context: PurgeContext) => Expired): PurgePart => ({
  about,
  count: (context) => old(context).count(context.db),
  remove: (context) => old(context).remove(context.db),
});

/** Defines a kind of data whose rows are removed with everything that belongs to them, one transaction per batch. */
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

/** Returns the retention periods for this kind of data about orders. */
export const keptFor = ({ now, retention }: PurgeContext, kind: "documents" | "orders"): RowRetention => ({
  periods: retention[kind],
  now,
});

/** How long data of orders from a period of time is retained, and the source that requires it. */
export type Period = RetentionPeriod & { readonly source: string };

/**
 * Fixed retention times in days: for activation codes of eSIMs, counted from the order; for ids of webhook events,
 * which serve to recognise repeated ones; and for expired codes, links, logins and counts of attempts.
 */
const FIXED_DAYS = { esims: 90, webhookEvents: 90, secrets: 7 } as const;

/** How long each kind of data is retained, in days. For data of orders, it depends on the day of the order. */
export type Retention = Pick<Config["retention"], "checkouts"> &
  Readonly<Record<keyof typeof FIXED_DAYS, number>> & {
    readonly documents: readonly Period[];
    readonly orders: readonly Period[];
    readonly creditRefusals: readonly Period[];
  };

/**
 * Returns how long data is retained. For an order, the law on its day decides (docs/law.md), unless a setting replaces
 * the law for all documents.
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

/**
 * Returns the periods of a table of the law. The first one also includes older data, so that all data is removed
 * eventually.
 */
function periods(table: Law["orderRetention"]): readonly Period[] {
  return table.map(({ from, days, source }, index) => {
    const day = parseDay(from);
    if (!day) throw new Error(`The law begins on ${from}, which is no day`);
    return { since: index === 0 ? null : startOfDay(day), days, source };
  });
}

/** Returns the period that an order belongs to. */
export function periodAt(all: readonly Period[], at: Date): Period {
  const found = all.findLast(({ since }) => since === null || since <= at);
  if (!found) throw new Error(`No period for ${at.toISOString()}`);
  return found;
}
