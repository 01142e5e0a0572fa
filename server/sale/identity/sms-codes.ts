import { type Insertable, sql } from "kysely";
import type { Handle, Database } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Logger } from "pino";
import { RECEIPT_STATES, type ReceiptState, type SmsCounts } from "#server/platform/mail-and-sms/ports.ts";
import type { Clock } from "#server/platform/clock.ts";

/** Keeps a code that is about to be sent. */
export async function keepCode(db: Handle, code: Insertable<Tables["sms_codes"]>): Promise<void> {
  await db.insertInto("sms_codes").values(code).execute();
}

/** Removes a code that could not be sent. */
export async function dropCode(db: Handle, handle: string): Promise<void> {
  await db.deleteFrom("sms_codes").where("handle", "=", handle).execute();
}

/**
 * Counts a try, and returns what the code is checked against; undefined if it is used, has expired or had its tries.
 */
export function countTry(db: Handle, handle: string, { tries, now }: { readonly tries: number; readonly now: Date }) {
  return db
    .updateTable("sms_codes")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("handle", "=", handle)
    .where("used_at", "is", null)
    .where("tries", "<", tries)
    .where("expires_at", ">", now)
    .returning(["salt", "code_hash", "msisdn"])
    .executeTakeFirst();
}

/** Uses a code up. False if another request has used it. */
export async function useCode(db: Handle, handle: string, now: Date): Promise<boolean> {
  const used = db
    .updateTable("sms_codes")
    .set({ used_at: now })
    .where("handle", "=", handle)
    .where("used_at", "is", null);
  return (await used.executeTakeFirst()).numUpdatedRows === 1n;
}

/** So many texts without a receipt after them are an alarm, once the receipts of all of them are overdue. */
const ALARM_FROM = 5;
/** A code lives for five minutes, so the centre knows after these at the latest what became of it. */
const OVERDUE_MS = 10 * 60_000;
const ALARM_PAUSE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Counts in the database, because the centre may report to another process than the one that sent. Neither numbers nor
 * ids of messages are kept. Receipts that stop are an error in the log, once an hour, while texts are sent.
 */
export function smsCounts(db: Database, log: Pick<Logger, "error">, now: Clock): SmsCounts {
  let quietUntil = 0;
  const put = async (state: ReceiptState | null) => {
    try {
      await db.insertInto("sms_events").values({ state, at: now() }).execute();
      if (state !== null || now().getTime() < quietUntil) return;
      const { missing } = await receiptFigures(db, now());
      if (missing < ALARM_FROM) return;
      quietUntil = now().getTime() + ALARM_PAUSE_MS;
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
  /** Texts of the last 24 hours whose receipt is overdue and after which no receipt of any text has come. */
  readonly missing: number;
};

/** Reads what was counted. */
export async function receiptFigures(db: Database, now: Date): Promise<ReceiptFigures> {
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
