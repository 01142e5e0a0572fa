import { sql, type RawBuilder } from "kysely";
import type { Handle } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Rows that are kept no longer. */
export type OldRows<Row = unknown> = {
  count(db: Handle): Promise<number>;
  /** Takes a batch of them, locked until the transaction ends unless another process has them. */
  take(tx: Handle, limit: number): Promise<readonly Row[]>;
};
/** Those of one table that go as they are. */
export type Expired = Pick<OldRows, "count"> & {
  /** Removes them in batches, each in a transaction of its own. Returns how many were removed. */
  remove(db: Handle): Promise<number>;
};

/** Rows that are removed in one statement. */
const BATCH = 5000;

/** The rows that a `from` with its condition finds. `Row`: what `columns` are. */
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

/** The rows of a table that meet a condition, of which nothing else depends. */
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

/** The rows of a table whose time is before a moment. */
export const expiredBefore =
  (table: keyof Tables, column = "expires_at") =>
  (moment: Date): Expired =>
    expired(table, sql`${sql.ref(column)} < ${moment}`);

/** The number of rows that a `from` with its condition finds. */
export async function countRows(db: Handle, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Runs batches until one returns 0. Returns the sum. */
export async function runBatches(batch: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const count = await batch();
    if (count === 0) return all;
    all += count;
  }
}

/** For how many days rows of a time are kept: from `since` on, null for ever since, until the next period begins. */
export type KeptDays = { readonly since: Date | null; readonly days: number };
/** Until when something is kept, at a moment. */
export type Keeping = { readonly periods: readonly KeptDays[]; readonly now: Date };

const DAY_MS = 24 * 3600_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Condition: the time in this column is so long ago that what belongs to it is kept no longer. */
export function isOver(column: RawBuilder<unknown>, { periods, now }: Keeping): RawBuilder<boolean> {
  const parts = periods.map(({ since, days }, index) => {
    const [next, old] = [periods[index + 1]?.since, daysBefore(now, days)];
    const end = next && next < old ? next : old;
    return since === null ? sql`${column} < ${end}` : sql`(${column} >= ${since} and ${column} < ${end})`;
  });
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
