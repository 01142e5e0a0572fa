import { sql } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";

/** Somebody who may log in at the desk. */
export type DeskPerson = {
  readonly id: string;
  /** What the audit log and the history of orders call the person: never changed, never of two people. */
  readonly actor: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  /** The login provider that knows the person; null for people who were invited. */
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

/** Everybody, by name. */
export async function listPeople(db: Handle): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select p.id, coalesce(p.actor, p.email) as actor, p.email, p.name, p.roles, p.issuer, max(s.used_at) as "lastSeen",
      case when p.disabled_at is not null then 'disabled' when p.issuer is null and p.password_hash is null then 'invited' else 'active' end as state,
      (select count(*)::int from desk_passkeys k where k.person_id = p.id) as passkeys
    from desk_people p left join desk_sessions s on s.person_id = p.id
    group by p.id order by p.name, p.email, p.id`.execute(db);
  return rows;
}

/** What the audit log calls the person of an id; null if there is none. */
export async function actorOfPerson(db: Handle, id: string): Promise<string | null> {
  const { rows } = await sql<{ actor: string }>`
    select coalesce(actor, email) as actor from desk_people where id::text = ${id}`.execute(db);
  return rows[0]?.actor ?? null;
}

/** A person who was invited, with the hash of the password; null if there is none, or the person may not log in. */
export async function personByEmail(
  db: Handle,
  email: string,
): Promise<(DeskPerson & { readonly passwordHash: string | null }) | null> {
  const row = await db
    .selectFrom("desk_people")
    .select(PERSON)
    .select("password_hash")
    .where("email", "=", email)
    .where("issuer", "is", null)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { password_hash: passwordHash, ...person } = row;
  return { ...person, passwordHash };
}

/**
 * Replaces a password, if it still is the one that was checked: an admin may have ended it meanwhile. Every login of the person but one ends. Returns how many
 * others ended; null if the password was not replaced.
 */
export function replacePassword(
  db: Database,
  { personId, from, to, except }: { personId: string; from: string; to: string; except: string },
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("desk_people")
      .set({ password_hash: to })
      .where("id", "=", personId)
      .where("password_hash", "=", from)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return null;
    const others = tx.deleteFrom("desk_sessions").where("person_id", "=", personId).where("id", "!=", except);
    return Number((await others.executeTakeFirst()).numDeletedRows);
  });
}
