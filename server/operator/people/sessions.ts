import { createHash, randomBytes } from "node:crypto";
import { DESK_IDLE_MS, DESK_TOTAL_MS } from "#core/desk/session-life.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { DeskPerson } from "./people.ts";

/** The cookie of a login at the desk, which no page of another site sends. */
export const SESSION_COOKIE = "kasse-desk";

/** The last use is written at most so often, in ms. */
const RECORD_USE_AFTER_MS = 60_000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Begins a login. Returns its token, 256 random bits, of which only the hash is kept. */
export async function beginSession(
  db: Handle,
  { personId, device, now }: { readonly personId: string; readonly device: string | null; readonly now: Date },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const values = { hash: hashOf(token), person_id: personId, device, created_at: now, used_at: now };
  await db.insertInto("desk_sessions").values(values).execute();
  return token;
}

/**
 * Who a token belongs to now; null if it is unknown, ended or too old, or the person may not log in any more. `passive`: a page has asked by
 * itself, which is no use.
 */
export async function personOfSession(
  db: Handle,
  token: string | null,
  { now, passive }: { readonly now: Date; readonly passive: boolean },
): Promise<DeskPerson | null> {
  if (token === null || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const hash = hashOf(token);
  const row = await db
    .selectFrom("desk_sessions")
    .innerJoin("desk_people", "desk_people.id", "desk_sessions.person_id")
    .select(["desk_people.id", "email", "name", "roles", "used_at"])
    .where("hash", "=", hash)
    .where("disabled_at", "is", null)
    .where("used_at", ">", new Date(now.getTime() - DESK_IDLE_MS))
    .where("desk_sessions.created_at", ">", new Date(now.getTime() - DESK_TOTAL_MS))
    .executeTakeFirst();
  if (!row) return null;
  const { used_at: usedAt, ...person } = row;
  if (!passive && now.getTime() - usedAt.getTime() >= RECORD_USE_AFTER_MS)
    await db.updateTable("desk_sessions").set({ used_at: now }).where("hash", "=", hash).execute();
  return person;
}

/** Ends a login. */
export async function endSession(db: Handle, token: string): Promise<void> {
  await db.deleteFrom("desk_sessions").where("hash", "=", hashOf(token)).execute();
}
