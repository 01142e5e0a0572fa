import type { DeskRole } from "#core/desk/roles.ts";
import { hashPassword } from "#server/authentication/passwords.ts";
import { acceptInvitation, invitePerson } from "#server/operator/desk-people/invitations.ts";
import { listPeople } from "#server/operator/desk-people/people.ts";
import type { Database } from "#server/platform/database/database.ts";

/** The password of all people in the demo: customers, and the two people at the desk. */
export const DEMO_PASSWORD = "kasse-demo-2026";

/** Two people, so that one can confirm what the other requests. */
export const DEMO_PEOPLE: readonly { readonly email: string; readonly name: string; readonly roles: DeskRole[] }[] = [
  { email: "anna.amsler@example.ch", name: "Anna Amsler", roles: ["admin"] },
  { email: "beat.brunner@example.ch", name: "Beat Brunner", roles: ["finance", "catalogue"] },
];

/** Adds the people of the demo, unless the desk already has people. */
export async function addDemoPeople(db: Database, now: Date): Promise<void> {
  if ((await listPeople(db)).length > 0) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const person of DEMO_PEOPLE) {
    const secret = await invitePerson(db, person, now);
    if (secret !== null) await acceptInvitation(db, { secret, passwordHash, now });
  }
}
