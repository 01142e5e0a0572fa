import { sql } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Credential } from "#server/platform/webauthn.ts";

/** A person who may log in at the desk. */
export type DeskPerson = {
  readonly id: string;
  /** The person's unique name in the audit log and in the history of orders. It never changes. */
  readonly actor: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  /** The login provider that identifies the person; null for people who were invited. */
  readonly issuer: string | null;
};
/** `invited`: has no password yet. */
export type ListedPerson = DeskPerson & {
  readonly state: "invited" | "active" | "disabled";
  readonly lastSeen: Date | null;
  readonly passkeys: number;
};

/** The columns of a `DeskPerson`. */
export const PERSON = [
  "desk_people.id",
  sql<string>`coalesce(desk_people.actor, desk_people.email)`.as("actor"),
  "desk_people.email",
  "desk_people.name",
  "desk_people.roles",
  "desk_people.issuer",
] as const;

/** Returns all people, by name. */
export async function listPeople(db: Handle): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select p.id, coalesce(p.actor, p.email) as actor, p.email, p.name, p.roles, p.issuer, max(s.used_at) as "lastSeen",
      case when p.disabled_at is not null then 'disabled' when p.issuer is null and p.password_hash is null then 'invited' else 'active' end as state,
      (select count(*)::int from desk_passkeys k where k.person_id = p.id) as passkeys
    from desk_people p left join desk_sessions s on s.person_id = p.id
    group by p.id order by p.name, p.email, p.id`.execute(db);
  return rows;
}

/** Returns the name in the audit log of the person with this id; null if there is none. */
export async function actorOfPerson(db: Handle, id: string): Promise<string | null> {
  const { rows } = await sql<{ actor: string }>`
    select coalesce(actor, email) as actor from desk_people where id::text = ${id}`.execute(db);
  return rows[0]?.actor ?? null;
}

/** Adds an invited person. Returns the id. */
export async function addPerson(
  tx: Handle,
  person: Readonly<Record<"email" | "name", string>> & { readonly roles: readonly DeskRole[] },
): Promise<string> {
  const values = { ...person, roles: [...person.roles] };
  return (await tx.insertInto("desk_people").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

/**
 * Adds a person from a provider, or updates the name, e-mail address and roles of the person with this issuer and
 * subject.
 */
export async function putProviderPerson(
  db: Handle,
  { issuer, subject, id, actor }: Readonly<Record<"issuer" | "subject" | "id" | "actor", string>>,
  { name, email, roles }: Pick<DeskPerson, "name" | "email" | "roles">,
): Promise<DeskPerson & { readonly isDisabled: boolean }> {
  const shown = { name, email, roles: [...roles] };
  const row = await db
    .insertInto("desk_people")
    .values({ id, issuer, subject, actor, ...shown })
    .onConflict((same) => same.columns(["issuer", "subject"]).doUpdateSet(shown))
    .returning(PERSON)
    .returning("disabled_at")
    .executeTakeFirstOrThrow();
  const { disabled_at: disabledAt, ...person } = row;
  return { ...person, isDisabled: disabledAt !== null };
}

/** Returns all people, locked until the transaction ends. */
export function lockAllPeople(tx: Handle) {
  return tx
    .selectFrom("desk_people")
    .select(PERSON)
    .select(["disabled_at", "password_hash"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Locks a person's row, so that changes to the person's passkeys and password, and logins that start with them, run one
 * after the other.
 */
export function lockPerson(tx: Handle, personId: string) {
  return tx.selectFrom("desk_people").select("password_hash").where("id", "=", personId).forUpdate().executeTakeFirst();
}

/** Changes the row of a person. */
export async function changeRow(
  tx: Handle,
  id: string,
  set: { roles?: DeskRole[]; disabled_at?: Date | null; password_hash?: string | null },
): Promise<void> {
  await tx.updateTable("desk_people").set(set).where("id", "=", id).execute();
}

/** Returns those of the given people who exist, with what decides who may confirm their requests. */
export async function knownPeople(db: Handle, ids: readonly string[]): Promise<ReadonlyMap<string, KnownPerson>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("desk_people").select(["id", "issuer"]).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
export type KnownPerson = Pick<DeskPerson, "id" | "issuer">;

/** Selects people who may log in with a password of their own. */
const invited = (db: Handle) =>
  db.selectFrom("desk_people").where("issuer", "is", null).where("disabled_at", "is", null);

/**
 * Returns a person who was invited, with the hash of the password; null if there is none, or the person may not log in.
 */
export async function personByEmail(
  db: Handle,
  email: string,
): Promise<(DeskPerson & { readonly passwordHash: string | null }) | null> {
  const row = await invited(db).select(PERSON).select("password_hash").where("email", "=", email).executeTakeFirst();
  if (!row) return null;
  const { password_hash: passwordHash, ...person } = row;
  return { ...person, passwordHash };
}

/** Returns the person who has this valid invitation; null if there is none, or the person may not log in. */
export async function personInvited(db: Handle, secretHash: Buffer, now: Date): Promise<DeskPerson | null> {
  const row = await db
    .selectFrom("desk_invitations")
    .innerJoin("desk_people", "desk_people.id", "desk_invitations.person_id")
    .select(PERSON)
    .where("secret_hash", "=", secretHash)
    .where("expires_at", ">", now)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a passkey by the authenticator's id, with its owner; null if there is none, or the person may not log in. */
export async function passkeyWith(
  db: Handle,
  credentialId: string,
): Promise<{ readonly person: DeskPerson; readonly credential: Credential } | null> {
  const row = await invited(db)
    .innerJoin("desk_passkeys", "desk_passkeys.person_id", "desk_people.id")
    .select(PERSON)
    .select(["public_key", "sign_count"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  if (!row) return null;
  const { public_key: publicKey, sign_count: count, ...person } = row;
  return { person, credential: { id: credentialId, publicKey, signCount: Number(count) } };
}
