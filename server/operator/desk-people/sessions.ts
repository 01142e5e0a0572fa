import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { DESK_IDLE_MS, DESK_PROVIDER_TOTAL_MS, DESK_TOTAL_MS } from "#core/desk/roles.ts";
import { hashOfToken, lifeAt, loginsIn, newToken, tokenHash } from "#server/authentication/logins.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { expiredBefore } from "#server/platform/database/old-rows.ts";
import { PERSON, type DeskPerson } from "./people.ts";

/** The cookie of a login at the desk. Browsers never send it with requests from pages of other sites. */
export const SESSION_COOKIE = "kasse-desk";

/** The logins of the operator's staff. */
export const deskLogins = loginsIn({ table: "desk_sessions", owner: "person_id" });

/** Returns the maximum duration of a login in ms, for people of this provider; null stands for invited people. */
export const lifeOf = (issuer: string | null): number => (issuer === null ? DESK_TOTAL_MS : DESK_PROVIDER_TOTAL_MS);

/** A login that has not ended. */
export type DeskSession = {
  readonly id: string;
  readonly since: Date;
  /** When it ends at the latest, even if it is being used. */
  readonly endsAt: Date;
  /** Whether the login was started with a passkey, or has added one. */
  readonly withPasskey: boolean;
};

type NewSession = {
  readonly person: Pick<DeskPerson, "id" | "issuer">;
  readonly device: string | null;
  readonly now: Date;
  readonly withPasskey?: boolean;
  /** The login at the provider. Its ID token is encrypted for the session with this id. */
  readonly atProvider?: { readonly sid: string | null; readonly idToken: string };
  readonly id?: string;
};

/** Starts a login. Returns it with its token: 256 random bits, of which only the hash is stored. */
export async function beginSession(
  db: Handle,
  { person, device, now, withPasskey = false, atProvider, id = randomUUID() }: NewSession,
): Promise<DeskSession & { readonly token: string }> {
  const { token, hash } = newToken();
  const values = {
    hash,
    id,
    person_id: person.id,
    device,
    created_at: now,
    used_at: now,
    with_passkey: withPasskey,
    sid: atProvider?.sid ?? null,
    id_token: atProvider?.idToken ?? null,
  };
  await db.insertInto("desk_sessions").values(values).execute();
  return { id, since: now, endsAt: new Date(now.getTime() + lifeOf(person.issuer)), withPasskey, token };
}

type Asked = {
  readonly now: Date;
  /** The current login provider; null if people are invited. Logins by the other method count as ended. */
  readonly issuer: string | null;
};

/** Returns how long a login is valid, for people of this provider; null stands for invited people. */
export const deskLoginLife = ({ now, issuer }: Asked) => lifeAt({ idleMs: DESK_IDLE_MS, totalMs: lifeOf(issuer) }, now);

/** Returns the logins that have not ended, joined with their people. */
function activeLogins(db: Handle, { now, issuer }: Asked) {
  return db
    .selectFrom("desk_sessions")
    .innerJoin("desk_people", "desk_people.id", "desk_sessions.person_id")
    .where("disabled_at", "is", null)
    .where("issuer", "is not distinct from", issuer)
    .where(deskLogins.areValid(deskLoginLife({ now, issuer })));
}

/**
 * Returns the person and login of a token; null if it is unknown, ended or expired, or the person may no longer log in.
 * `passive`: the page made the call automatically, so it does not count as using the login.
 */
export async function personOfSession(
  db: Handle,
  token: string | null,
  { now, issuer, passive }: Asked & { readonly passive: boolean },
): Promise<{ readonly person: DeskPerson; readonly session: DeskSession } | null> {
  const hash = tokenHash(token);
  if (!hash) return null;
  const row = await activeLogins(db, { now, issuer })
    .select(PERSON)
    .select(["desk_sessions.id as session", "desk_sessions.created_at as since", "used_at", "with_passkey"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!row) return null;
  const { session: id, since, used_at: usedAt, with_passkey: withPasskey, ...person } = row;
  if (!passive) await deskLogins.noteUse(db, hash, usedAt, now);
  const endsAt = new Date(since.getTime() + lifeOf(issuer));
  return { person, session: { id, since, endsAt, withPasskey } };
}

/** Ends the login whose token has this hash. Returns its id and encrypted ID token; null if it had already ended. */
export async function endSession(
  db: Handle,
  hash: Buffer,
): Promise<{ readonly id: string; readonly idToken: string | null } | null> {
  const ended = db.deleteFrom("desk_sessions").where("hash", "=", hash).returning(["id", "id_token as idToken"]);
  return (await ended.executeTakeFirst()) ?? null;
}

export const oldSessions = expiredBefore("desk_sessions", "created_at");

/** Returns whether a login is still there, that is, has not been ended. */
export async function isActiveSession(tx: Handle, id: string): Promise<boolean> {
  return (await tx.selectFrom("desk_sessions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** Records that a passkey was added with this login. */
export async function markWithPasskey(tx: Handle, id: string): Promise<void> {
  await tx.updateTable("desk_sessions").set({ with_passkey: true }).where("id", "=", id).execute();
}

/** Selects logins of people from a provider: all of a person, or one by its `sid` at the provider. Null means any. */
type AtProvider = { readonly issuer: string; readonly subject: string | null; readonly sid: string | null };

/**
 * Ends logins of people from a provider. If a person is given, logins whose `sid` is unknown also end, because they may
 * be meant. Returns the person of each.
 */
export function endLoginsAt(db: Handle, { issuer, subject, sid }: AtProvider): Promise<readonly DeskPerson[]> {
  return db
    .deleteFrom("desk_sessions")
    .using("desk_people")
    .whereRef("desk_people.id", "=", "desk_sessions.person_id")
    .where("desk_people.issuer", "=", issuer)
    .$if(subject !== null, (query) => query.where("desk_people.subject", "=", subject))
    .$if(sid !== null, (query) =>
      query.where((or) =>
        or.or([or("desk_sessions.sid", "=", sid), ...(subject === null ? [] : [or("desk_sessions.sid", "is", null)])]),
      ),
    )
    .returning(PERSON)
    .execute();
}

/**
 * Ends all logins of a person except one; with `unless`, logins with a passkey do not end either. Returns how many
 * ended.
 */
export const endOtherLogins = (
  db: Handle,
  personId: string,
  except: string,
  { unless }: { readonly unless?: "withPasskey" } = {},
): Promise<number> =>
  deskLogins.endAll(
    db,
    personId,
    unless === "withPasskey" ? sql`id <> ${except} and not with_passkey` : sql`id <> ${except}`,
  );

/** Returns those of the tokens whose login has not ended. This does not count as using the login. */
export async function activeSessions(
  db: Handle,
  tokens: readonly string[],
  asked: Asked,
): Promise<ReadonlySet<string>> {
  const byHash = new Map(tokens.map((token) => [hashOfToken(token).toString("hex"), token]));
  const rows = await activeLogins(db, asked)
    .select("hash")
    .where(
      "hash",
      "in",
      [...byHash.keys()].map((hash) => Buffer.from(hash, "hex")),
    )
    .execute();
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash.toString("hex")) ?? []));
}
