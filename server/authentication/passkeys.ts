import { sql, type RawBuilder } from "kysely";
import type { Handle } from "#server/platform/database/database.ts";
import {
  addedCredential,
  CHALLENGE_LIFE_MS,
  challengeIn,
  optionsToAdd,
  optionsToLogIn,
  usedCredential,
  type Added,
  type Credential,
  type Owner,
  type RelyingParty,
  type Used,
} from "#server/platform/webauthn.ts";

/** A passkey, as its owner sees it. `device`: where it was added. */
export type Passkey = {
  readonly id: string;
  readonly credentialId: string;
  readonly device: string | null;
  readonly since: Date;
  readonly lastUsed: Date | null;
};

/** Maximum number of passkeys per owner, so that they cannot fill the database. */
const MAX_PASSKEYS = 10;

/** Where passkeys are stored. The tables belong to the calling folder. */
type Stored = {
  readonly table: string;
  /** The column with the owner's id in both tables. */
  readonly owner: string;
  readonly challenges: string;
  /**
   * Whether the table of challenges has a column for the purpose. If not, a challenge with an owner is for adding a
   * passkey.
   */
  readonly hasPurpose: boolean;
  /** Locks an owner until the transaction ends, so that changes to login methods run one after the other. */
  readonly lock: (tx: Handle, ownerId: string) => Promise<unknown>;
};
/**
 * Whether a passkey proves its owner. `isBehind`: it does, although its count has not risen, because it is synced.
 * `copied`: the count of a passkey that is on one device has not risen, so one of two is a copy.
 */
export type Proof =
  | { readonly ok: true; readonly isBehind: boolean }
  | { readonly ok: false; readonly why: "refused" | "copied" };
const REFUSED: Proof = { ok: false, why: "refused" };
const COPIED: Proof = { ok: false, why: "copied" };

type Purpose = "add" | "login";
type NewPasskey = { readonly credential: Credential; readonly transports: readonly string[] };

/** Returns functions for the passkeys of one kind of people: shoppers, or the operator's staff. */
export function passkeysIn({ table, owner, challenges, hasPurpose, lock }: Stored) {
  const [keys, sent, ownerId] = [sql.table(table), sql.table(challenges), sql.ref(owner)];

  /** Returns the passkeys of an owner, oldest first. */
  async function list(db: Handle, of: string): Promise<readonly Passkey[]> {
    const { rows } = await sql<Passkey>`
      select id, credential_id as "credentialId", device, created_at as since, used_at as "lastUsed"
      from ${keys} where ${ownerId} = ${of} order by created_at, id`.execute(db);
    return rows;
  }

  /** Stores a challenge that was sent, and removes expired ones. */
  async function storeChallenge(db: Handle, challenge: string, purpose: Purpose, to: string | null, now: Date) {
    const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS);
    await sql`delete from ${sent} where expires_at <= ${now}`.execute(db);
    await (
      hasPurpose
        ? sql`insert into ${sent} (challenge, ${ownerId}, expires_at, purpose) values (${challenge}, ${to}, ${expiresAt}, ${purpose})`
        : sql`insert into ${sent} (challenge, ${ownerId}, expires_at) values (${challenge}, ${to}, ${expiresAt})`
    ).execute(db);
  }

  function isFor(purpose: Purpose): RawBuilder<unknown> {
    if (hasPurpose) return sql`purpose = ${purpose}`;
    return purpose === "add" ? sql`${ownerId} is not null` : sql`${ownerId} is null`;
  }

  /** Takes the challenge that a response answers; null if it is unknown, has been answered or has expired. */
  async function takeChallenge(db: Handle, answer: Added | Used, purpose: Purpose, now: Date) {
    const challenge = challengeIn(answer.response.clientDataJSON);
    if (challenge === null) return null;
    const { rows } = await sql<{ readonly to: string | null }>`
      delete from ${sent} where challenge = ${challenge} and ${isFor(purpose)} and expires_at > ${now}
      returning ${ownerId} as "to"`.execute(db);
    return rows[0] ? { challenge, to: rows[0].to } : null;
  }

  return {
    list,

    /** Returns the options for a new passkey, with a challenge for its owner. */
    async optionsToAdd(db: Handle, { id, ...of }: Omit<Owner, "known">, now: Date) {
      const known = (await list(db, id)).map(({ credentialId }) => credentialId);
      const options = await optionsToAdd({ id, ...of, known });
      await storeChallenge(db, options.challenge, "add", id, now);
      return { ...options };
    },

    /** Returns the options for a login with any passkey or, if `to` is given, with one of that owner's. */
    async optionsToLogIn(db: Handle, party: RelyingParty, to: string | null, now: Date) {
      const known = to === null ? [] : await list(db, to);
      const options = await optionsToLogIn(
        party,
        known.map(({ credentialId }) => credentialId),
      );
      await storeChallenge(db, options.challenge, "login", to, now);
      return { ...options };
    },

    /**
     * Returns the new passkey if the response answers a challenge for this owner and the user was verified; otherwise
     * null.
     */
    async provenNew(db: Handle, answer: Added, to: string, party: RelyingParty, now: Date): Promise<NewPasskey | null> {
      const taken = await takeChallenge(db, answer, "add", now);
      if (taken?.to !== to) return null;
      const credential = await addedCredential(answer, { challenge: taken.challenge, party });
      return credential && { credential, transports: answer.response.transports ?? [] };
    },

    /**
     * Returns whether a known passkey has signed a recent challenge and verified its user. The challenge must have been
     * sent to the passkey's owner or to nobody in particular. Records the use. A passkey that is on one device must not
     * be used with the same signature count in the meantime, because one of the two must be a copy.
     */
    async prove(
      db: Handle,
      answer: Used,
      party: RelyingParty,
      known: { readonly of: string; readonly credential: Credential } | null,
      now: Date,
    ): Promise<Proof> {
      const taken = await takeChallenge(db, answer, "login", now);
      if (!taken || !known || (taken.to !== null && taken.to !== known.of)) return REFUSED;
      const { credential } = known;
      const use = await usedCredential(answer, { challenge: taken.challenge, party, credential });
      if (use === null) return REFUSED;
      const { count, isRisen, isSynced } = use;
      if (!isRisen && !isSynced) return COPIED;
      const used = await sql`update ${keys} set sign_count = greatest(sign_count, ${count}), used_at = ${now}
        where credential_id = ${credential.id}
          and (${isSynced} or sign_count = ${credential.signCount})`.execute(db);
      if (used.numAffectedRows !== 1n) return REFUSED;
      return { ok: true, isBehind: !isRisen };
    },

    /**
     * Stores a new passkey in the caller's transaction. Returns false if it already exists, or its owner has the
     * maximum number.
     */
    async keep(
      tx: Handle,
      of: string,
      { credential, transports, device, now }: NewPasskey & { readonly device: string | null; readonly now: Date },
    ): Promise<boolean> {
      await lock(tx, of);
      if ((await list(tx, of)).length >= MAX_PASSKEYS) return false;
      const inserted = await sql`
        insert into ${keys} (${ownerId}, credential_id, public_key, sign_count, transports, device, created_at)
        values (${of}, ${credential.id}, ${credential.publicKey}, ${credential.signCount}, ${[...transports]}, ${device}, ${now})
        on conflict (credential_id) do nothing`.execute(tx);
      return inserted.numAffectedRows === 1n;
    },

    /** Removes a passkey of an owner. Returns false if it does not exist. */
    async remove(tx: Handle, of: string, id: string): Promise<boolean> {
      await lock(tx, of);
      const removed = await sql`delete from ${keys} where ${ownerId} = ${of} and id = ${id}`.execute(tx);
      return (removed.numAffectedRows ?? 0n) > 0n;
    },

    /** Removes all passkeys of an owner, and the challenges that were sent for them. */
    async removeAll(tx: Handle, of: string): Promise<void> {
      await sql`delete from ${keys} where ${ownerId} = ${of}`.execute(tx);
      await sql`delete from ${sent} where ${ownerId} = ${of}`.execute(tx);
    },
  };
}
