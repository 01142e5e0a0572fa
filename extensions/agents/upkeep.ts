import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import { hasCheckout } from "./read-models/checkouts.ts";
import type { PersonalData, Upkeep } from "#server/extension/extension.ts";
import { readPrepared, storedPrepared } from "./checkout/prepared.ts";
import { countRows, daysBefore, expired, expiredBefore, type Expired } from "#server/platform/database/old-rows.ts";

/** Days for which a session without a checkout is kept, so that a platform reads that it has expired. */
const SESSION_DAYS = 30;
/** Days for which an answer is repeated for its key; UCP recommends 48 hours (signatures, "Replay Protection"). */
const ANSWER_DAYS = 2;
/** Days after which a platform that accepted nothing is forgotten; its orders are followed for as long. */
const RECEIVER_DAYS = 90;

/** Ended sessions without a checkout, and those whose checkout is gone. */
const oldSessions = (now: Date) =>
  expired(
    "agent_checkouts",
    sql`expires_at < ${daysBefore(now, SESSION_DAYS)} and not ${hasCheckout(sql`agent_checkouts.checkout_id`)}`,
  );

const oldAnswers = (now: Date) => expiredBefore("agent_requests", "created_at")(daysBefore(now, ANSWER_DAYS));

/** Platforms that have not been tried for as long as orders are followed. */
const oldReceivers = (now: Date) => expiredBefore("agent_receivers", "again_at")(daysBefore(now, RECEIVER_DAYS));

/** SQL for sessions that have ended and still contain personal data. */
const isOver = (now: Date) => sql`expires_at < ${now} and prepared->'form' <> '{}'`;

/** The personal data of sessions that have ended. */
const forgotten = (now: Date): Expired => ({
  count: (db) => countRows(db, sql`from agent_checkouts where ${isOver(now)}`),
  async remove(db) {
    const { numAffectedRows = 0n } = await sql`
      update agent_checkouts set prepared = jsonb_set(prepared, '{form}', '{}') where ${isOver(now)}`.execute(db);
    return Number(numAffectedRows);
  },
});

export const retention: Upkeep["retention"] = [
  { about: "sessions of platforms", old: oldSessions },
  { about: "answers to platforms", old: oldAnswers },
  { about: "platforms that accepted nothing", old: oldReceivers },
  { about: "details that platforms had prepared", old: forgotten },
];

/** A regular expression of PostgreSQL for what JavaScript's `trim` removes. */
const SPACES = "[\\s\\u00a0\\ufeff\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";

/** SQL condition: an e-mail address as a platform wrote it, perhaps with spaces around it, is this one. */
const isFor = (written: RawBuilder<unknown>, email: string) =>
  sql`regexp_replace(lower(${written}), ${`^${SPACES}|${SPACES}$`}::text, '', 'g') = lower(${email}::text)`;

/** What a platform prepared for a person who has not ordered it. `prepared` is as stored, with names of the wire. */
type PreparedFor = { readonly platform: string; readonly createdAt: Date; readonly prepared: unknown };

/** Returns what platforms prepared for a person with this e-mail address. */
async function preparedFor(db: Handle, email: string): Promise<readonly PreparedFor[]> {
  const { rows } = await sql<PreparedFor>`
    select platform, created_at as "createdAt", prepared from agent_checkouts
    where ${isFor(sql`prepared->'form'->>'email'`, email)} order by created_at`.execute(db);
  return rows;
}

/**
 * Removes what platforms prepared for a person with this e-mail address, or what became one of these checkouts, with
 * every answer about it, and ends the sessions.
 */
async function erasePrepared(db: Handle, email: string, checkoutIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update agent_checkouts set prepared = jsonb_set(prepared, '{form}', '{}'), canceled_at = coalesce(canceled_at, now())
    where ${isFor(sql`prepared->'form'->>'email'`, email)} or checkout_id = any(${checkoutIds}::text[])
    returning id`.execute(db);
  // An earlier answer about a session may not have named the person yet, or may have named another address.
  await sql`
    delete from agent_requests where ${isFor(sql`body->'buyer'->>'email'`, email)}
      or body->>'id' = any(${rows.map(({ id }) => id)}::text[])`.execute(db);
}

/** What platforms prepared for a person, or what the person took over from them under another e-mail address. */
export const person: PersonalData = {
  name: "prepared",
  find: preparedFor,
  shown: (found) =>
    (found as readonly PreparedFor[]).map(({ platform, createdAt, prepared }) => ({
      platform,
      createdAt,
      ...storedPrepared(readPrepared(prepared)),
    })),
  async erase(tx, { email, checkoutIds, found }) {
    await erasePrepared(tx, email, checkoutIds);
    if (found.length === 0) return [];
    return [`${found.length} prepared purchase${found.length === 1 ? "" : "s"}`];
  },
};
