import { sql, type RawBuilder } from "kysely";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import type { Period, Retention } from "./periods.ts";

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

const DAY_MS = 24 * 3600_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Condition: the time in this column is so long ago that what belongs to it is kept no longer. */
export function isOver(column: RawBuilder<unknown>, all: readonly Period[], now: Date): RawBuilder<boolean> {
  const parts = all.map(({ since, days }, index) => {
    const [next, old] = [all[index + 1]?.since, daysBefore(now, days)];
    const end = next && next < old ? next : old;
    return since === null ? sql`${column} < ${end}` : sql`(${column} >= ${since} and ${column} < ${end})`;
  });
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/** Runs batches until one returns 0. Returns the sum. */
export async function runBatches(batch: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const count = await batch();
    if (count === 0) return all;
    all += count;
  }
}
