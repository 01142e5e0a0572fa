import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import type { LogoutToken } from "#server/platform/openid-provider.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { putProviderPerson, type DeskPerson } from "./people.ts";
import { beginSession, endLoginsAt, type DeskSession } from "./sessions.ts";

/** Who somebody is at a provider. The e-mail is no part of it: people change it, at many providers by themselves. */
type ProviderName = { readonly issuer: string; readonly subject: string };

/**
 * How the audit log calls a person of a provider: as shown at the first login, and the beginning of the id, because anybody may be shown like that. Only what is ours
 * has brackets.
 */
const actorOf = (email: string, id: string): string => `${email.replaceAll(/[()]/g, "")} (${id.slice(0, 8)})`;

/** The person, with the name, e-mail and roles that the provider has just said; added at the first login. */
export async function knowPerson(
  db: Handle,
  { issuer, subject }: ProviderName,
  said: { readonly name: string; readonly email: string; readonly roles: readonly DeskRole[] },
): Promise<DeskPerson & { readonly isDisabled: boolean }> {
  const id = randomUUID();
  return putProviderPerson(db, { issuer, subject, id, actor: actorOf(said.email, id) }, said);
}

type Begun = {
  readonly person: DeskPerson;
  readonly subject: string;
  readonly sid: string | null;
  readonly issuedAt: Date;
  /** Encrypted for the session of this id. */
  readonly idToken: string;
  readonly id: string;
  readonly device: string | null;
  readonly now: Date;
};

/** Begins the login of a person of a provider; null if the provider has ended it since it identified the person. */
export function beginProviderSession(
  db: Database,
  { person, subject, sid, issuedAt, idToken, id, device, now }: Begun,
): Promise<(DeskSession & { readonly token: string }) | null> {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx);
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
 * Ends what a logout token says: one login at the provider, by its `sid`, or all of a person (OpenID Connect Back-Channel Logout 1.0, 2.7). A login of the
 * person whose name at the provider is not known may be the one that is meant. Returns whose logins have ended, the person of each; null if the token was
 * obeyed before.
 */
export function endProviderSessions(
  db: Database,
  issuer: string,
  { jti, subject, sid, issuedAt, expiresAt }: LogoutToken,
  now: Date,
): Promise<readonly DeskPerson[] | null> {
  return db.transaction().execute(async (tx) => {
    await takeTurns(tx);
    await tx.deleteFrom("desk_logout_tokens").where("expires_at", "<=", now).execute();
    const { numInsertedOrUpdatedRows: kept } = await tx
      .insertInto("desk_logout_tokens")
      .values({ issuer, jti, subject, sid, issued_at: issuedAt, expires_at: expiresAt })
      .onConflict((same) => same.columns(["issuer", "jti"]).doNothing())
      .executeTakeFirstOrThrow();
    if (kept !== 1n) return null;
    return endLoginsAt(tx, { issuer, subject, sid });
  });
}

/** Ends all logins of somebody to whom the provider gives no role any more. Returns how many. */
export async function endLoginsOf(db: Handle, { issuer, subject }: ProviderName): Promise<number> {
  return (await endLoginsAt(db, { issuer, subject, sid: null })).length;
}

export const oldLogoutTokens = expiredBefore("desk_logout_tokens");

/** A login that begins and one that the provider ends wait for each other, so that none begins unseen in between. No sale waits for them. */
async function takeTurns(tx: Handle): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.deskLogins})`.execute(tx);
}
