import { sql, type RawBuilder } from "kysely";
import type { Handle } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Rows whose retention time has passed. */
export type OldRows<Row = unknown> = {
  count(db: Handle): Promise<number>;
  /** Returns a batch of them, locked until the end of the transaction; skips rows that another process has locked. */
  take(tx: Handle, limit: number): Promise<readonly Row[]>;
};
/** Expired rows of one table. Nothing depends on them, so they can simply be deleted. */
export type Expired = Pick<OldRows, "count"> & {
  /** Removes them in batches, each in its own transaction. Returns how many were removed. */
  remove(db: Handle): Promise<number>;
};

/** Maximum number of rows that one statement removes. */
const BATCH = 5000;

/** Returns the old rows that a `from` clause with its condition finds. `Row`: the type of `columns`. */
export const oldRows = <Row>(
  columns: RawBuilder<Row>,
  from: RawBuilder<unknown>,
  { after = sql`for update skip locked`, order = sql`` }: Partial<Record<"after" | "order", RawBuilder<unknown>>> = {},
): OldRows<Row> => ({
  count: (db) => countRows(db, from),
  async take(db, limit) {
    return (await sql<Row>`select ${columns} ${from} ${order} limit ${limit} ${after}`.execute(db)).rows;
  },
});

/** Returns the rows of a table that meet a condition, for rows on which nothing else depends. */
export function expired(table: keyof Tables, isOld: RawBuilder<unknown>): Expired {
  const from = sql.table(table);
  return {
    count: (db) => countRows(db, sql`from ${from} where ${isOld}`),
    remove: (db) =>
      runBatches(async () => {
        const removed = await sql`
          delete from ${from} where ctid = any(array(select ctid from ${from} where ${isOld} limit ${BATCH}))`.execute(
          db,
        );
        return Number(removed.numAffectedRows ?? 0n);
      }),
  };
}

/** Returns the rows of a table whose time is before a given time. */
export const expiredBefore =
  (table: keyof Tables, column = "expires_at") =>
  (moment: Date): Expired =>
    expired(table, sql`${sql.ref(column)} < ${moment}`);

/** Returns the number of rows that a `from` clause with its condition finds. */
export async function countRows(db: Handle, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Runs batches until one returns 0. Returns the total. */
export async function runBatches(batch: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const count = await batch();
    if (count === 0) return all;
    all += count;
  }
}

/**
 * How many days rows are stored, if their time is in this period. A period starts at `since` (null for the first one)
 * and ends when the next one starts.
 */
export type RetentionPeriod = { readonly since: Date | null; readonly days: number };
/** The retention periods, and the current time. */
export type RowRetention = { readonly periods: readonly RetentionPeriod[]; readonly now: Date };

const DAY_MS = 24 * 3600_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Returns an SQL condition: the retention time since the time in this column has passed. */
export function isOver(column: RawBuilder<unknown>, { periods, now }: RowRetention): RawBuilder<boolean> {
  const parts = periods.map(({ since, days }, index) => {
    const [next, old] = [periods[index + 1]?.since, daysBefore(now, days)];
    const end = next && next < old ? next : old;
    return since === null ? sql`${column} < ${end}` : sql`(${column} >= ${since} and ${column} < ${end})`;
  });
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
