import { passkeysIn } from "#server/authentication/passkeys.ts";
import type { Database } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { changeRow, lockPerson, type DeskPerson } from "./people.ts";
import { beginSession, endOtherLogins, isActiveSession, markWithPasskey, type DeskSession } from "./sessions.ts";

/** The passkeys of the operator's staff. */
export const deskPasskeys = passkeysIn({
  table: "desk_passkeys",
  owner: "person_id",
  challenges: "desk_passkey_challenges",
  hasPurpose: true,
  lock: lockPerson,
});

export const oldChallenges = expiredBefore("desk_passkey_challenges");

type Added = Parameters<typeof deskPasskeys.keep>[2] & {
  readonly personId: string;
  /** The login that adds the passkey. */
  readonly session: Pick<DeskSession, "id" | "withPasskey">;
};

/**
 * Adds a passkey. From then on, the password alone is not enough, so the person's logins that were started with it end,
 * except the one that adds the passkey. Returns false if the passkey is already registered, the person has too many,
 * the login has ended, or the login was started without a passkey although the person already has one.
 */
export function addPasskey(db: Database, { personId, session, ...added }: Added): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, personId);
    if (!(await isActiveSession(tx, session.id))) return false;
    if (!session.withPasskey && (await deskPasskeys.list(tx, personId)).length > 0) return false;
    if (!(await deskPasskeys.keep(tx, personId, added))) return false;
    await markWithPasskey(tx, session.id);
    await endOtherLogins(tx, personId, session.id, { unless: "withPasskey" });
    return true;
  });
}

/** Removes a passkey. `keepLast`: does not remove it if it is the last one. */
export function removePasskey(
  db: Database,
  personId: string,
  id: string,
  { keepLast }: { readonly keepLast: boolean },
): Promise<"removed" | "unknown" | "last"> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, personId);
    const own = await deskPasskeys.list(tx, personId);
    if (!own.some((each) => each.id === id)) return "unknown";
    if (keepLast && own.length === 1) return "last";
    await deskPasskeys.remove(tx, personId, id);
    return "removed";
  });
}

type Started = { readonly person: DeskPerson; readonly device: string | null; readonly now: Date };
type NewSession = DeskSession & { readonly token: string };

/**
 * Starts a login with the password alone. Returns null if the password has changed, or if the person has a passkey by
 * now.
 */
export function beginPasswordSession(
  db: Database,
  { passwordHash, ...started }: Started & { readonly passwordHash: string },
): Promise<NewSession | null> {
  return db.transaction().execute(async (tx) => {
    const found = await lockPerson(tx, started.person.id);
    if (found?.password_hash !== passwordHash) return null;
    return (await deskPasskeys.list(tx, started.person.id)).length > 0 ? null : beginSession(tx, started);
  });
}

/** Starts a login with a passkey; returns null if the person no longer has it. */
export function beginPasskeySession(
  db: Database,
  { credentialId, ...started }: Started & { readonly credentialId: string },
): Promise<NewSession | null> {
  return db.transaction().execute(async (tx) => {
    await lockPerson(tx, started.person.id);
    const own = await deskPasskeys.list(tx, started.person.id);
    return own.some((each) => each.credentialId === credentialId)
      ? beginSession(tx, { ...started, withPasskey: true })
      : null;
  });
}

/**
 * Replaces a password, provided it is still the one that was checked, because an admin may have ended it in the
 * meantime. Ends every other login of the person. Returns how many others ended; null if the password was not replaced.
 */
export function replacePassword(
  db: Database,
  { personId, from, to, except }: { personId: string; from: string; to: string; except: string },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    if ((await lockPerson(tx, personId))?.password_hash !== from) return null;
    await changeRow(tx, personId, { password_hash: to });
    return endOtherLogins(tx, personId, except);
  });
}
