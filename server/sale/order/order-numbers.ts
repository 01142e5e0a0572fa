import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";

/** How many numbers are left out where orders may be lost: more than were made in the time that a restore loses. */
export const LEFT_OUT_NUMBERS = 10_000;

/** The order number as people read it. */
export const orderNumber = (value: number): string => `K${value}`;

/** The number that stands in an order number; null for any other text. */
export function valueOf(text: string): number | null {
  const match = /^K?(\d{1,15})$/i.exec(text.trim());
  return match ? Number(match[1]) : null;
}

/** The last number that was taken. */
export async function lastNumber(db: Handle): Promise<number> {
  const { rows } = await sql<{ last: string }>`
    select case when is_called then last_value else last_value - 1 end as last from order_numbers`.execute(db);
  return Number(rows[0]?.last);
}

/** Takes all numbers up to this one, so that no order gets them, also while other processes sell. Returns the last that is taken now. */
export async function skipNumbersTo(db: Handle, value: number): Promise<number> {
  const last = await lastNumber(db);
  if (last >= value) return last;
  const { rows } = await sql<{ last: string }>`
    select max(nextval('order_numbers')) as last from generate_series(1, ${value - last}::bigint)`.execute(db);
  return Number(rows[0]?.last);
}

/** What a start did about numbers that customers may have of orders which a restore has lost. */
export type Skipped = { readonly why: "home" | "mark"; readonly from: string; readonly next: string };

/**
 * Leaves out numbers if the database is not where it was at the last start, or is behind the number that the data folder remembers: it was
 * restored, and numbers of lost orders must not be given again (ADR 18). Null if nothing was left out.
 */
export async function passLostNumbers(db: Database, dataDir: string): Promise<Skipped | null> {
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
    const to = isMoved || isBehind ? await skipNumbersTo(tx, Math.max(last, mark ?? 0) + LEFT_OUT_NUMBERS) : null;
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
 * The PostgreSQL system, its timeline and the database, as far as it tells: a restore to a point in time and a promotion begin a new
 * timeline, a dump is restored into another database.
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
      // Some hosted databases do not tell.
      () => undefined,
    );
  return [system?.system ?? "unknown", system?.timeline ?? "unknown", rows[0]?.oid ?? ""].join("/");
}

const fileIn = (dataDir: string) => join(dataDir, "order-number");

/** The last number that this machine has seen; null if it has seen none, or the file cannot be read. */
async function readMark(dataDir: string): Promise<number | null> {
  return valueOf(await readFile(fileIn(dataDir), "utf8").catch(() => ""));
}

/** The job that keeps the last number in the data folder, which a disk of the database that is set back does not take back. */
export function keepOrderNumber({
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
