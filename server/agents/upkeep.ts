import { sql } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { hasCheckout } from "#server/read-models/agents.ts";
import { countRows, daysBefore, expired, expiredBefore } from "#server/platform/database/old-rows.ts";

/** Days for which a session without a checkout is kept, so that a platform reads that it has expired. */
const SESSION_DAYS = 30;
/** Days for which an answer is repeated for its key; UCP recommends 48 hours (signatures, "Replay Protection"). */
const ANSWER_DAYS = 2;

/** Ended sessions without a checkout, and those whose checkout is gone. */
export const oldSessions = (now: Date) =>
  expired(
    "agent_checkouts",
    sql`expires_at < ${daysBefore(now, SESSION_DAYS)} and not ${hasCheckout(sql`agent_checkouts.checkout_id`)}`,
  );

export const oldAnswers = (now: Date) => expiredBefore("agent_requests", "created_at")(daysBefore(now, ANSWER_DAYS));

/** SQL for sessions that have ended and still contain personal data. */
const isOver = (now: Date) => sql`expires_at < ${now} and prepared->'form' <> '{}'`;

export const countPrepared = (db: Handle, now: Date) => countRows(db, sql`from agent_checkouts where ${isOver(now)}`);

/** Removes the personal data of sessions that have ended. Returns how many there were. */
export async function forgetPrepared(db: Handle, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update agent_checkouts set prepared = jsonb_set(prepared, '{form}', '{}') where ${isOver(now)}`.execute(db);
  return Number(numAffectedRows);
}

/** What a platform prepared for a person who has not ordered it. `prepared` is as stored, with names of the wire. */
export type PreparedFor = { readonly platform: string; readonly createdAt: Date; readonly prepared: unknown };

/** Returns what platforms prepared for a person with this e-mail address. */
export async function preparedFor(db: Handle, email: string): Promise<readonly PreparedFor[]> {
  const { rows } = await sql<PreparedFor>`
    select platform, created_at as "createdAt", prepared from agent_checkouts
    where lower(prepared->'form'->>'email') = lower(${email}) order by created_at`.execute(db);
  return rows;
}

/** Removes what platforms prepared for a person with this e-mail address, and ends the sessions. */
export async function erasePrepared(db: Handle, email: string): Promise<void> {
  await sql`delete from agent_requests where lower(body->'buyer'->>'email') = lower(${email})`.execute(db);
  await sql`
    update agent_checkouts set prepared = jsonb_set(prepared, '{form}', '{}'), canceled_at = coalesce(canceled_at, now())
    where lower(prepared->'form'->>'email') = lower(${email})`.execute(db);
}
