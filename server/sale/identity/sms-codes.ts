import { type Insertable, sql } from "kysely";
import type { Database, Handle, ReadHandle } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Logger } from "pino";
import { RECEIPT_STATES, type ReceiptState, type SmsCounts } from "#server/platform/mail-and-sms.ts";
import type { Clock } from "#server/platform/clock.ts";

/** Stores a code before it is sent. */
export async function storeCode(db: Handle, code: Insertable<Tables["sms_codes"]>): Promise<void> {
  await db.insertInto("sms_codes").values(code).execute();
}

/** Removes a code that could not be sent. */
export async function dropCode(db: Handle, handle: string): Promise<void> {
  await db.deleteFrom("sms_codes").where("handle", "=", handle).execute();
}

/**
 * Counts an attempt and returns what to check the code against; undefined if the code is used, has expired or allows no
 * more attempts.
 */
export function countAttempt(
  db: Handle,
  handle: string,
  { maxAttempts, now }: { readonly maxAttempts: number; readonly now: Date },
) {
  return db
    .updateTable("sms_codes")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("handle", "=", handle)
    .where("used_at", "is", null)
    .where("tries", "<", maxAttempts)
    .where("expires_at", ">", now)
    .returning(["salt", "code_hash", "msisdn"])
    .executeTakeFirst();
}

/** Uncounts an attempt with the right code, after which another system failed. */
export async function uncountAttempt(db: Handle, handle: string): Promise<void> {
  await db
    .updateTable("sms_codes")
    .set((eb) => ({ tries: eb("tries", "-", 1) }))
    .where("handle", "=", handle)
    .where("tries", ">", 0)
    .execute();
}

/** Uses up a code. Returns false if another request has used it. */
export async function useCode(db: Handle, handle: string, now: Date): Promise<boolean> {
  const used = db
    .updateTable("sms_codes")
    .set({ used_at: now })
    .where("handle", "=", handle)
    .where("used_at", "is", null);
  return (await used.executeTakeFirst()).numUpdatedRows === 1n;
}

/**
 * Raises the alarm if this many text messages have an overdue receipt, and no receipt of any text message has come
 * since.
 */
const ALARM_FROM = 5;
/**
 * Time in ms after which a receipt is overdue. Codes are valid for five minutes, so the SMS centre knows the outcome by
 * then.
 */
const OVERDUE_MS = 10 * 60_000;
const ALARM_PAUSE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Counts text messages and receipts in the database, because the SMS centre may report to a different process than the
 * sender. Neither phone numbers nor message ids are stored. If receipts stop while text messages are sent, an error is
 * logged once an hour.
 */
export function smsCounts(db: Database, log: Pick<Logger, "error">, now: Clock): SmsCounts {
  let nextAlarmAt = 0;
  const put = async (state: ReceiptState | null) => {
    try {
      await db.insertInto("sms_events").values({ state, at: now() }).execute();
      if (state !== null || now().getTime() < nextAlarmAt) return;
      const { missing } = await receiptFigures(db, now());
      if (missing < ALARM_FROM) return;
      nextAlarmAt = now().getTime() + ALARM_PAUSE_MS;
      log.error({ missing }, "alarm: the SMS centre sends no delivery receipts any more");
    } catch (error) {
      log.error({ err: error }, "a text message could not be counted");
    }
  };
  return { accepted: () => put(null), receipt: (state) => put(state) };
}

export type ReceiptFigures = {
  /** Receipts of the last 24 hours. */
  readonly states: Readonly<Record<ReceiptState, number>>;
  /** Text messages of the last 24 hours with an overdue receipt, and no later receipt of any text message. */
  readonly missing: number;
};

/** Reads the counts of the last 24 hours. */
export async function receiptFigures(db: ReadHandle, now: Date): Promise<ReceiptFigures> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const overdue = new Date(now.getTime() - OVERDUE_MS);
  const { rows } = await sql<{ state: ReceiptState; count: number }>`
    select state, count(*)::int as count from sms_events
    where state is not null and at > ${dayAgo} group by state`.execute(db);
  const none = Object.fromEntries(RECEIPT_STATES.map((state) => [state, 0])) as Record<ReceiptState, number>;
  const states = { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
  const late = await sql<{ missing: number }>`
    select count(*)::int as missing from sms_events
    where state is null and at > ${dayAgo} and at < ${overdue}
      and at > coalesce((select max(at) from sms_events where state is not null), '-infinity')`.execute(db);
  return { states, missing: late.rows[0]?.missing ?? 0 };
}
