import { permitsOf, type DeskRole } from "#core/desk/roles.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addInvitation, endInvitationsOf } from "./invitations.ts";
import { deskPasskeys } from "./passkeys.ts";
import { changeRow, lockAllPeople, type DeskPerson } from "./people.ts";
import { deskLogins } from "./sessions.ts";

/** A change to a person. `inviteAgain` also ends the password, the passkeys and every login. */
export type PersonChange =
  | { readonly what: "roles"; readonly roles: readonly DeskRole[] }
  | { readonly what: "disable" | "enable" | "endSessions" | "inviteAgain" };
export type PersonChanged =
  | { readonly kind: "changed"; readonly person: DeskPerson; readonly secret: string | null }
  | { readonly kind: "noPerson" }
  /** Several people have this e-mail address. Their names in the audit log distinguish them. */
  | { readonly kind: "several"; readonly actors: readonly string[] }
  /** After the change, nobody would have the permit to manage people. */
  | { readonly kind: "lastAdmin" }
  /** The person logs in at a provider, which also gives the roles. */
  | { readonly kind: "providerOnly" };

/**
 * The person to change. `named`: the actor in the audit log, or an e-mail address. If several people have the address,
 * only those who log in with the current method count.
 */
type PersonReference = { readonly id: string } | { readonly named: string };
/** `issuer`: the current login provider; null if people are invited. */
type Now = { readonly now: Date; readonly issuer: string | null };

const CHANGED_BY_PROVIDER_ONLY: ReadonlySet<PersonChange["what"]> = new Set(["roles", "inviteAgain"]);

/** Changes a person. Every change except `enable` ends the person's logins at once. */
export function changePerson(
  db: Database,
  whom: PersonReference,
  change: PersonChange,
  { now, issuer: current }: Now,
): Promise<PersonChanged> {
  return db.transaction().execute(async (tx) => {
    const everybody = await lockAllPeople(tx);
    const meant = matchingPeople(everybody, whom, current);
    const [person] = meant;
    if (!person) return { kind: "noPerson" };
    if (meant.length > 1) return { kind: "several", actors: meant.map(({ actor }) => actor) };
    if ((person.issuer ?? current) !== null && CHANGED_BY_PROVIDER_ONLY.has(change.what))
      return { kind: "providerOnly" };
    const manages = ({ roles }: Pick<DeskPerson, "roles">) => permitsOf(roles).includes("managePeople");
    // Only people who log in by the same method count, because the others may be unable to log in.
    const alike = everybody.filter(({ issuer }) => issuer === person.issuer);
    const othersManage = alike.some((each) => each.id !== person.id && canLogIn(each) && manages(each));
    const stays = change.what === "roles" ? manages(change) : change.what !== "disable";
    if (manages(person) && !person.disabled_at && !stays && !othersManage) return { kind: "lastAdmin" };
    await write(tx, person.id, change, now);
    const secret = change.what === "inviteAgain" ? await addInvitation(tx, person.id, now) : null;
    const { disabled_at: _disabled, password_hash: _password, ...known } = person;
    return { kind: "changed", person: known, secret };
  });
}

/**
 * Returns whether a person can log in, and so invite others. Somebody who has not accepted the invitation yet cannot.
 */
const canLogIn = (
  each: Pick<DeskPerson, "issuer"> & { readonly disabled_at: Date | null; readonly password_hash: string | null },
) => each.disabled_at === null && (each.issuer !== null || each.password_hash !== null);

function matchingPeople<Person extends DeskPerson>(
  everybody: readonly Person[],
  whom: PersonReference,
  current: string | null,
): readonly Person[] {
  if ("id" in whom) return everybody.filter(({ id }) => id === whom.id);
  const called = everybody.filter(({ actor, issuer }) => issuer !== null && actor === whom.named);
  if (called.length > 0) return called;
  const having = everybody.filter(({ email }) => email === whom.named);
  const alike = having.filter(({ issuer }) => issuer === current);
  return alike.length > 0 ? alike : having;
}

async function write(tx: Handle, id: string, change: PersonChange, now: Date): Promise<void> {
  const set = {
    roles: change.what === "roles" ? { roles: [...change.roles] } : null,
    disable: { disabled_at: now },
    enable: { disabled_at: null },
    endSessions: null,
    inviteAgain: { password_hash: null },
  }[change.what];
  if (set) await changeRow(tx, id, set);
  if (change.what !== "enable") await deskLogins.endAll(tx, id);
  if (change.what === "disable") await endInvitationsOf(tx, id);
  if (change.what === "inviteAgain") await deskPasskeys.removeAll(tx, id);
}
