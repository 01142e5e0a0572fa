import { isUniqueViolation, type Database, type Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { CHALLENGE_LIFE_MS, challengeIn, type Credential } from "#server/platform/webauthn.ts";
import { lockPerson, type DeskPerson } from "./people.ts";
import { beginSession, endOtherLogins, noteOwnPasskey, type DeskSession } from "./sessions.ts";

/** More are refused, so that nobody fills the database. */
const MOST = 10;

/** The passkeys of a person, oldest first. */
export async function passkeysOf(db: Handle, personId: string) {
  return db
    .selectFrom("desk_passkeys")
    .select(["id", "device", "created_at as since", "used_at as lastUsed", "credential_id as credentialId"])
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export const oldChallenges = expiredBefore("desk_passkey_challenges");

/** Removes the passkeys of a person, and the challenges that were sent. */
export async function removePasskeysOf(tx: Handle, personId: string): Promise<void> {
  await tx.deleteFrom("desk_passkeys").where("person_id", "=", personId).execute();
  await tx.deleteFrom("desk_passkey_challenges").where("person_id", "=", personId).execute();
}

/** What a challenge was sent for. A login of `personId` null is one of anybody. */
type Sent = { readonly purpose: "add" | "login"; readonly personId: string | null };

/** Stores a challenge that was sent. Expired ones are removed. */
export async function keepChallenge(
  db: Handle,
  challenge: string,
  { purpose, personId }: Sent,
  now: Date,
): Promise<void> {
  await db.deleteFrom("desk_passkey_challenges").where("expires_at", "<=", now).execute();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS);
  await db
    .insertInto("desk_passkey_challenges")
    .values({ challenge, purpose, person_id: personId, expires_at: expiresAt })
    .execute();
}

/** Takes the challenge that the browser's answer names, with whom it was sent to; null if there is none, it was answered already or has expired. */
export async function takeChallenge(
  db: Handle,
  clientDataJSON: string,
  purpose: Sent["purpose"],
  now: Date,
): Promise<{ readonly challenge: string; readonly personId: string | null } | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const taken = await db
    .deleteFrom("desk_passkey_challenges")
    .where("challenge", "=", challenge)
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning("person_id")
    .executeTakeFirst();
  return taken ? { challenge, personId: taken.person_id } : null;
}

type NewPasskey = {
  readonly personId: string;
  /** The login that adds it. */
  readonly session: Pick<DeskSession, "id" | "withPasskey">;
  readonly credential: Credential;
  readonly transports: readonly string[];
  readonly device: string | null;
  readonly now: Date;
};

/**
 * Adds a passkey. From now on the password alone is not enough, so the person's logins that were begun with it end, except the one that adds the passkey.
 * False if somebody has it already, the person has too many, or has one and the login was begun without.
 */
export async function addPasskey(db: Database, added: NewPasskey): Promise<boolean> {
  const { personId, session, credential, transports, device, now } = added;
  try {
    return await db.transaction().execute(async (tx) => {
      await lockPerson(tx, personId);
      const own = await passkeysOf(tx, personId);
      if (own.length >= MOST || (own.length > 0 && !session.withPasskey)) return false;
      const row = {
        person_id: personId,
        credential_id: credential.id,
        public_key: credential.publicKey,
        sign_count: credential.signCount,
        transports: [...transports],
        device,
        created_at: now,
      };
      await tx.insertInto("desk_passkeys").values(row).execute();
      await noteOwnPasskey(tx, session.id);
      await endOtherLogins(tx, personId, session.id, { unless: "withPasskey" });
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error, "desk_passkeys_credential_id_key")) return false;
    throw error;
  }
}

/** Removes a passkey. `keepLast`: not the last one. */
export function removePasskey(
  db: Database,
  personId: string,
  id: string,
  { keepLast }: { readonly keepLast: boolean },
): Promise<"removed" | "unknown" | "last"> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, personId);
    const own = await passkeysOf(tx, personId);
    if (!own.some((each) => each.id === id)) return "unknown";
    if (keepLast && own.length === 1) return "last";
    await tx.deleteFrom("desk_passkeys").where("id", "=", id).execute();
    return "removed";
  });
}

type Begun = { readonly person: DeskPerson; readonly device: string | null; readonly now: Date };
type NewSession = DeskSession & { readonly token: string };

/** Begins a login with the password alone. Null if it is not the person's any more, or the person has a passkey by now. */
export function beginPasswordSession(
  db: Database,
  { passwordHash, ...begun }: Begun & { readonly passwordHash: string },
): Promise<NewSession | null> {
  return db.transaction().execute(async (tx) => {
    const found = await lockPerson(tx, begun.person.id);
    if (found?.password_hash !== passwordHash) return null;
    return (await passkeysOf(tx, begun.person.id)).length > 0 ? null : beginSession(tx, begun);
  });
}

/** Begins a login with a passkey; null if it is not the person's any more. */
export function beginPasskeySession(
  db: Database,
  { credentialId, ...begun }: Begun & { readonly credentialId: string },
): Promise<NewSession | null> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, begun.person.id);
    const own = await passkeysOf(tx, begun.person.id);
    return own.some((each) => each.credentialId === credentialId)
      ? beginSession(tx, { ...begun, withPasskey: true })
      : null;
  });
}

/** Notes that a passkey was used. False if it was used with the same count of uses meanwhile. */
export async function notePasskeyUse(
  db: Handle,
  { id, signCount }: Credential,
  count: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("desk_passkeys")
    .set({ sign_count: count, used_at: now })
    .where("credential_id", "=", id)
    .where("sign_count", "=", String(signCount))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
