import type { Logger } from "pino";
import type { Retention } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";

export type PurgeContext = {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly retention: Retention;
  readonly now: Date;
  readonly log: Pick<Logger, "info" | "warn">;
};

/** One kind of thing that is kept for a time only. */
export type PurgePart = {
  readonly about: string;
  /** How many would go now. */
  count(context: PurgeContext): Promise<number>;
  /** Removes them, files before the rows that name them, in small batches; answers how many went. */
  remove(context: PurgeContext): Promise<number>;
};

/** So many rows a transaction: short locks, and little to do again after a crash. */
export const BATCH = 100;

const DAY_MS = 24 * 3600_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Runs batches until one finds nothing more. */
export async function untilNone(batch: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const count = await batch();
    if (count === 0) return all;
    all += count;
  }
}
