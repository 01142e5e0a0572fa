import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import type { LogoutToken } from "#server/platform/openid-provider.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { putProviderPerson, type DeskPerson } from "./people.ts";
import { beginSession, endLoginsAt, type DeskSession } from "./sessions.ts";

/**
 * What identifies a person at a provider. The e-mail address is not part of it, because it can change, at many
 * providers even by the people themselves.
 */
type ProviderName = { readonly issuer: string; readonly subject: string };

/**
 * Returns the name in the audit log for a person from a provider: the e-mail address at the first login and, because
 * those are not unique, the beginning of the id in brackets. Brackets in the address are removed, so that nobody can
 * imitate this part.
 */
const actorOf = (email: string, id: string): string => `${email.replaceAll(/[()]/g, "")} (${id.slice(0, 8)})`;

/**
 * Returns the person, with the name, e-mail address and roles from the provider. Adds the person at the first login.
 */
export async function upsertPerson(
  db: Handle,
  { issuer, subject }: ProviderName,
  said: { readonly name: string; readonly email: string; readonly roles: readonly DeskRole[] },
): Promise<DeskPerson & { readonly isDisabled: boolean }> {
  const id = randomUUID();
  return putProviderPerson(db, { issuer, subject, id, actor: actorOf(said.email, id) }, said);
}

type Started = {
  readonly person: DeskPerson;
  readonly subject: string;
  readonly sid: string | null;
  readonly issuedAt: Date;
  /** The ID token, encrypted for the session with this id. */
  readonly idToken: string;
  readonly id: string;
  readonly device: string | null;
  readonly now: Date;
};

/**
 * Starts the login of a person from a provider. Returns null if the provider has ended it since it identified the
 * person.
 */
export function beginProviderSession(
  db: Database,
  { person, subject, sid, issuedAt, idToken, id, device, now }: Started,
): Promise<(DeskSession & { readonly token: string }) | null> {
  return db.transaction().execute(async (tx) => {
    await lockLogins(tx);
    const ended = await tx
      .selectFrom("desk_logout_tokens")
      .select("jti")
      .where("issuer", "=", person.issuer)
      .where("issued_at", ">=", issuedAt)
      .where((or) =>
        or.or([
          or.and([or("sid", "is", null), or("subject", "=", subject)]),
          ...(sid === null ? [] : [or("sid", "=", sid)]),
        ]),
      )
      .executeTakeFirst();
    return ended ? null : beginSession(tx, { id, person, device, now, atProvider: { sid, idToken } });
  });
}

/**
 * Ends the logins that a logout token names: one login at the provider, by its `sid`, or all of a person (OpenID
 * Connect Back-Channel Logout 1.0, 2.7). A login of the person whose `sid` is unknown also ends, because it may be the
 * one that is meant. Returns the person of each ended login; null if the token was used before.
 */
export function endProviderSessions(
  db: Database,
  issuer: string,
  { jti, subject, sid, issuedAt, expiresAt }: LogoutToken,
  now: Date,
): Promise<readonly DeskPerson[] | null> {
  return db.transaction().execute(async (tx) => {
    await lockLogins(tx);
    await tx.deleteFrom("desk_logout_tokens").where("expires_at", "<=", now).execute();
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto("desk_logout_tokens")
      .values({ issuer, jti, subject, sid, issued_at: issuedAt, expires_at: expiresAt })
      .onConflict((same) => same.columns(["issuer", "jti"]).doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) return null;
    return endLoginsAt(tx, { issuer, subject, sid });
  });
}

/** Ends all logins of a person who no longer has a role at the provider. Returns how many. */
export async function endLoginsOf(db: Handle, { issuer, subject }: ProviderName): Promise<number> {
  return (await endLoginsAt(db, { issuer, subject, sid: null })).length;
}

export const oldLogoutTokens = expiredBefore("desk_logout_tokens");

/**
 * Takes a lock, so that starting a login and ending it for the provider run one after the other, and no login starts
 * unnoticed in between. Sales do not use this lock.
 */
async function lockLogins(tx: Handle): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.deskLogins})`.execute(tx);
}
