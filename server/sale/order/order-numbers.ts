import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";

/** How many numbers to skip if orders may be lost: more than there can be orders in the time that a restore loses. */
export const SKIPPED_NUMBERS = 10_000;

/** Returns the order number as shown to people. */
export const orderNumber = (value: number): string => `K${value}`;

/** Returns the numeric part of an order number; null for any other text. */
export function valueOf(text: string): number | null {
  const match = /^K?(\d{1,15})$/i.exec(text.trim());
  return match ? Number(match[1]) : null;
}

/** Returns the last order number that was taken. */
export async function lastNumber(db: Handle): Promise<number> {
  const { rows } = await sql<{ last: string }>`
    select case when is_called then last_value else last_value - 1 end as last from order_numbers`.execute(db);
  return Number(rows[0]?.last);
}

/**
 * Takes all order numbers up to this one, so that no order gets them, even while other processes sell. Returns the last
 * taken number.
 */
export async function skipNumbersTo(db: Handle, value: number): Promise<number> {
  const last = await lastNumber(db);
  if (last >= value) return last;
  const { rows } = await sql<{ last: string }>`
    select max(nextval('order_numbers')) as last from generate_series(1, ${value - last}::bigint)`.execute(db);
  return Number(rows[0]?.last);
}

/**
 * The order numbers that were skipped at a start, because customers may have them from orders that a restore has lost.
 */
export type Skipped = { readonly why: "home" | "mark"; readonly from: string; readonly next: string };

/**
 * Skips order numbers if the database is a different one than at the last start, or its last number is lower than the
 * one in the data folder. In both cases it was restored, and the numbers of lost orders must not be used again (ADR
 * 18). Returns null if none were skipped.
 */
export async function skipLostNumbers(db: Database, dataDir: string): Promise<Skipped | null> {
  const home = await homeOf(db);
  const mark = await readMark(dataDir);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.orderNumbers})`.execute(tx);
    const before = await tx
      .selectFrom("database_homes")
      .select("home")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    const last = await lastNumber(tx);
    const isMoved = before !== undefined && before.home !== home;
    const isBehind = mark !== null && mark > last;
    const to = isMoved || isBehind ? await skipNumbersTo(tx, Math.max(last, mark ?? 0) + SKIPPED_NUMBERS) : null;
    if (before?.home !== home || to !== null)
      await tx
        .insertInto("database_homes")
        .values({ home, skipped_to: to === null ? null : String(to) })
        .execute();
    if (to === null) return null;
    return { why: isMoved ? "home" : "mark", from: orderNumber(last), next: orderNumber(to + 1) };
  });
}

/**
 * Returns an identification of the database: the PostgreSQL system, its timeline and the database id, as far as they
 * are available. A restore to a point in time and a promotion start a new timeline; a dump is restored into another
 * database.
 */
async function homeOf(db: Database): Promise<string> {
  const { rows } = await sql<{ oid: string }>`
    select oid::text as oid from pg_database where datname = current_database()`.execute(db);
  const system = await sql<{ system: string; timeline: string }>`
    select system_identifier::text as system, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
    from pg_control_system()`
    .execute(db)
    .then(
      (found) => found.rows[0],
      // Some hosted databases do not reveal these.
      () => undefined,
    );
  return [system?.system ?? "unknown", system?.timeline ?? "unknown", rows[0]?.oid ?? ""].join("/");
}

const fileIn = (dataDir: string) => join(dataDir, "order-number");

/** Returns the last order number in this machine's data folder; null if there is none, or the file cannot be read. */
async function readMark(dataDir: string): Promise<number | null> {
  return valueOf(await readFile(fileIn(dataDir), "utf8").catch(() => ""));
}

/**
 * Creates the job that stores the last order number in the data folder, where it survives a restore of the database's
 * disk.
 */
export function storeOrderNumber({
  db,
  config,
}: {
  readonly db: Database;
  readonly config: { readonly dataDir: string };
}) {
  return async (): Promise<void> => {
    const last = await lastNumber(db);
    if (last <= ((await readMark(config.dataDir)) ?? 0)) return;
    const path = fileIn(config.dataDir);
    const fresh = `${path}.${randomBytes(4).toString("hex")}`;
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(fresh, `${orderNumber(last)}\n`, { mode: 0o600 });
    await rename(fresh, path);
  };
}
