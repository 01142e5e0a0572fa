import type { DeskRole } from "#core/desk/roles.ts";
import { isUniqueViolation, type Database, type Handle } from "#server/platform/database/database.ts";
import { newSecret, secretHash } from "#server/platform/encryption/link-secret.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { addPerson, changeRow, personInvited, type DeskPerson } from "./people.ts";
import { deskLogins } from "./sessions.ts";

/** How long an invitation is valid, in hours. */
export const INVITATION_HOURS = 72;

type NewPerson = { readonly email: string; readonly name: string; readonly roles: readonly DeskRole[] };

/**
 * Adds an invited person. Returns the secret of the invitation; null if another invited person has the e-mail address.
 */
export async function invitePerson(db: Database, { email, name, roles }: NewPerson, now: Date): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      return addInvitation(tx, await addPerson(tx, { email, name, roles }), now);
    });
  } catch (error) {
    if (isUniqueViolation(error, "desk_people_email_key")) return null;
    throw error;
  }
}

/** Invites a person again, which ends earlier invitations. Returns the new secret. */
export async function addInvitation(tx: Handle, personId: string, now: Date): Promise<string> {
  const { secret, hash } = newSecret();
  await endInvitationsOf(tx, personId);
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 3600_000);
  await tx
    .insertInto("desk_invitations")
    .values({ secret_hash: hash, person_id: personId, expires_at: expiresAt })
    .execute();
  return secret;
}

/**
 * Returns the person who was invited with this secret; null if it is unknown, used or expired, or the person may not
 * log in.
 */
export async function invitedPerson(db: Handle, secret: string, now: Date): Promise<DeskPerson | null> {
  const hash = secretHash(secret);
  return hash === null ? null : personInvited(db, hash, now);
}

export async function endInvitationsOf(tx: Handle, personId: string): Promise<void> {
  await tx.deleteFrom("desk_invitations").where("person_id", "=", personId).execute();
}

export const oldInvitations = expiredBefore("desk_invitations");

/**
 * Uses up an invitation: sets the person's password, and ends every older login. Returns null in the same cases as
 * `invitedPerson`.
 */
export function acceptInvitation(
  db: Database,
  { secret, passwordHash, now }: { readonly secret: string; readonly passwordHash: string; readonly now: Date },
): Promise<DeskPerson | null> {
  return db.transaction().execute(async (tx) => {
    const hash = secretHash(secret);
    const person = await invitedPerson(tx, secret, now);
    if (!person || hash === null) return null;
    const { numDeletedRows } = await tx
      .deleteFrom("desk_invitations")
      .where("secret_hash", "=", hash)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return null;
    await changeRow(tx, person.id, { password_hash: passwordHash });
    await deskLogins.endAll(tx, person.id);
    return person;
  });
}
