import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import {
  runBatches,
  type Expired,
  type Keeping,
  type OldRows,
  type KeptDays,
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

/** How long orders of a time are kept, and where that stands. */
export type Period = KeptDays & { readonly source: string };

/** For how many days each kind of data is kept; what belongs to orders, as the day of the order has it. */
export type Retention = Omit<Config["retention"], "documents" | "orders"> & {
  readonly documents: readonly Period[];
  readonly orders: readonly Period[];
  readonly creditRefusals: readonly Period[];
};

/** A setting counts for all orders, whatever their day; without one each order has the law of its own day (docs/law.md). */
export function retentionOf(settings: Config["retention"], law: Law): Retention {
  const { documents, orders } = settings;
  return {
    ...settings,
    documents: set(documents, "RETENTION_DOCUMENTS_DAYS") ?? periods(law.documentRetention),
    orders: set(orders, "RETENTION_ORDERS_DAYS") ?? periods(law.orderRetention),
    creditRefusals: periods(law.creditRefusal),
  };
}

const set = (days: number | null, source: string): readonly Period[] | null =>
  days === null ? null : [{ since: null, days, source }];

/** The first entry counts for what is older, too: nothing is kept without an end. */
function periods(table: Law["orderRetention"]): readonly Period[] {
  return table.map(({ from, days, source }, index) => {
    const day = parseDay(from);
    if (!day) throw new Error(`The law begins on ${from}, which is no day`);
    return { since: index === 0 ? null : beginningOf(day), days, source };
  });
}

/** The period that an order of this moment is in. */
export function periodAt(all: readonly Period[], at: Date): Period {
  const found = all.findLast(({ since }) => since === null || since <= at);
  if (!found) throw new Error(`No period for ${at.toISOString()}`);
  return found;
}
