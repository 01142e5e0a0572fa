import type { People } from "#contract/desk/people-answers.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { isUuid } from "#server/platform/ids.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { invitationLink } from "#server/operator/desk-people/invitation-link.ts";
import { changePerson as change } from "#server/operator/desk-people/change-person.ts";
import { invitePerson } from "#server/operator/desk-people/invitations.ts";
import { issuerOf } from "#server/operator/desk-people/issuer.ts";
import { listPeople } from "#server/operator/desk-people/people.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "security">;

/** Returns all people, with the link of an invitation if one was just created. */
async function peopleWith({ db, config }: Needs, secret: string | null): Promise<People> {
  const people = (await listPeople(db)).map(({ issuer, lastSeen, ...each }) => ({
    ...each,
    lastSeen: lastSeen?.toISOString() ?? null,
    provider: issuer !== null,
  }));
  return { people, link: secret === null ? null : invitationLink(config, secret) };
}

/** GET /people: returns all people. */
export function people(services: Needs): DeskHandler<"people"> {
  return async () => ok(await peopleWith(services, null));
}

/** POST /people: invites a person. No other response contains the invitation's link. */
export function invite(services: Needs): DeskHandler<"invite"> {
  return async ({ body }) => {
    const secret = await invitePerson(services.db, { ...body, email: normaliseEmail(body.email) }, services.now());
    return secret === null ? fail("personExists") : ok(await peopleWith(services, secret));
  };
}

/** POST /people/{id}: changes a person's roles, or whether and how the person may log in. */
export function changePerson(services: Needs): DeskHandler<"changePerson"> {
  return async ({ params, body, person: by }) => {
    const changed = isUuid(params.id)
      ? await change(services.db, { id: params.id }, body, { now: services.now(), issuer: issuerOf(services.config) })
      : { kind: "noPerson" as const };
    if (changed.kind === "noPerson" || changed.kind === "several") return fail("notFound");
    if (changed.kind !== "changed") return fail(changed.kind);
    if (body.what !== "enable")
      services.security.record("session.ended", {
        account: changed.person.actor,
        by: "operator",
        actor: services.security.pseudonym(by.actor),
      });
    return ok(await peopleWith(services, changed.secret));
  };
}
