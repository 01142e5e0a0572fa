import { sql } from "kysely";
import { permitsOf, type DeskRole } from "#core/desk/roles.ts";
import { isUniqueViolation, type Database, type Handle } from "#server/platform/database/database.ts";
import { newSecret, secretHash } from "#server/platform/encryption/link-secret.ts";

/** Somebody who may log in at the desk. */
export type DeskPerson = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
};
/** `invited`: has no password yet. */
export type ListedPerson = DeskPerson & {
  readonly state: "invited" | "active" | "disabled";
  readonly lastSeen: Date | null;
};

const COLUMNS = ["desk_people.id", "desk_people.email", "desk_people.name", "desk_people.roles"] as const;

/** How long an invitation is valid. */
export const INVITATION_HOURS = 72;

/** Everybody, by name. */
export async function listPeople(db: Handle): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select p.id, p.email, p.name, p.roles, max(s.used_at) as "lastSeen",
      case when p.disabled_at is not null then 'disabled' when p.password_hash is null then 'invited' else 'active' end as state
    from desk_people p left join desk_sessions s on s.person_id = p.id
    group by p.id order by p.name, p.email`.execute(db);
  return rows;
}

/** A person with the hash of the password; null if there is none, or the person may not log in. */
export async function personByEmail(
  db: Handle,
  email: string,
): Promise<(DeskPerson & { readonly passwordHash: string | null }) | null> {
  const row = await db
    .selectFrom("desk_people")
    .select([...COLUMNS, "password_hash"])
    .where("email", "=", email)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { password_hash: passwordHash, ...person } = row;
  return { ...person, passwordHash };
}

type NewPerson = { readonly email: string; readonly name: string; readonly roles: readonly DeskRole[] };

/** Adds somebody. Returns the secret of the invitation; null if the e-mail is known already. */
export async function invitePerson(db: Database, { email, name, roles }: NewPerson, now: Date): Promise<string | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto("desk_people")
        .values({ email, name, roles: [...roles] })
        .returning("id")
        .executeTakeFirstOrThrow();
      return addInvitation(tx, id, now);
    });
  } catch (error) {
    if (isUniqueViolation(error, "desk_people_email_key")) return null;
    throw error;
  }
}

async function addInvitation(tx: Handle, personId: string, now: Date): Promise<string> {
  const { secret, hash } = newSecret();
  await tx.deleteFrom("desk_invitations").where("person_id", "=", personId).execute();
  const expiresAt = new Date(now.getTime() + INVITATION_HOURS * 3600_000);
  await tx
    .insertInto("desk_invitations")
    .values({ secret_hash: hash, person_id: personId, expires_at: expiresAt })
    .execute();
  return secret;
}

/** Who an invitation is for; null if it is unknown, used or too old, or the person may not log in. */
export async function invitedPerson(db: Handle, secret: string, now: Date): Promise<DeskPerson | null> {
  const hash = secretHash(secret);
  if (hash === null) return null;
  const row = await db
    .selectFrom("desk_invitations")
    .innerJoin("desk_people", "desk_people.id", "desk_invitations.person_id")
    .select(COLUMNS)
    .where("secret_hash", "=", hash)
    .where("expires_at", ">", now)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses an invitation up: the person has this password from now on, and every older login ends. Null as for `invitedPerson`. */
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
    await tx.updateTable("desk_people").set({ password_hash: passwordHash }).where("id", "=", person.id).execute();
    await tx.deleteFrom("desk_sessions").where("person_id", "=", person.id).execute();
    return person;
  });
}

/** What is changed about a person. `inviteAgain` ends the password and every login as well. */
export type PersonChange =
  | { readonly what: "roles"; readonly roles: readonly DeskRole[] }
  | { readonly what: "disable" | "enable" | "endSessions" | "inviteAgain" };
export type PersonChanged =
  | { readonly kind: "changed"; readonly person: DeskPerson; readonly secret: string | null }
  | { readonly kind: "noPerson" }
  /** Nobody would be left who may invite people. */
  | { readonly kind: "lastAdmin" };

/** Changes a person. Whatever takes something away ends the logins at once. */
export function changePerson(
  db: Database,
  who: { readonly id: string } | { readonly email: string },
  change: PersonChange,
  now: Date,
): Promise<PersonChanged> {
  return db.transaction().execute(async (tx) => {
    const everybody = await tx
      .selectFrom("desk_people")
      .select([...COLUMNS, "disabled_at"])
      .orderBy("id")
      .forUpdate()
      .execute();
    const person = everybody.find((each) => ("id" in who ? each.id === who.id : each.email === who.email));
    if (!person) return { kind: "noPerson" };
    const manages = ({ roles }: Pick<DeskPerson, "roles">) => permitsOf(roles).includes("managePeople");
    const othersManage = everybody.some((each) => each.id !== person.id && !each.disabled_at && manages(each));
    const stays = change.what === "roles" ? manages(change) : change.what !== "disable";
    if (manages(person) && !person.disabled_at && !stays && !othersManage) return { kind: "lastAdmin" };
    const set = {
      roles: change.what === "roles" ? { roles: [...change.roles] } : null,
      disable: { disabled_at: now },
      enable: { disabled_at: null },
      endSessions: null,
      inviteAgain: { password_hash: null },
    }[change.what];
    if (set) await tx.updateTable("desk_people").set(set).where("id", "=", person.id).execute();
    if (change.what !== "enable") await tx.deleteFrom("desk_sessions").where("person_id", "=", person.id).execute();
    if (change.what === "disable") await tx.deleteFrom("desk_invitations").where("person_id", "=", person.id).execute();
    const secret = change.what === "inviteAgain" ? await addInvitation(tx, person.id, now) : null;
    const { disabled_at: _disabled, ...known } = person;
    return { kind: "changed", person: known, secret };
  });
}
