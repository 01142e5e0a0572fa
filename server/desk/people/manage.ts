import type { People } from "#contract/desk/answers.ts";
import { normaliseEmail } from "#server/sale/identity/accounts.ts";
import { done, failed, type DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { invitationLink } from "#server/operator/people/invitation-link.ts";
import { changePerson as change, invitePerson, listPeople } from "#server/operator/people/people.ts";

type Needs = Pick<DeskServices, "db" | "now" | "config" | "security">;

/** Everybody, with the link of an invitation that was just made. */
async function peopleWith({ db, config }: Needs, secret: string | null): Promise<People> {
  const people = (await listPeople(db)).map((each) => ({ ...each, lastSeen: each.lastSeen?.toISOString() ?? null }));
  return { people, link: secret === null ? null : invitationLink(config, secret) };
}

/** GET /people */
export function people(services: Needs): DeskHandler<"people"> {
  return async () => done(await peopleWith(services, null));
}

/** POST /people: invites somebody. The link is answered once. */
export function invite(services: Needs): DeskHandler<"invite"> {
  return async ({ body }) => {
    const secret = await invitePerson(services.db, { ...body, email: normaliseEmail(body.email) }, services.now());
    return secret === null ? failed("personExists") : done(await peopleWith(services, secret));
  };
}

/** POST /people/{id}: changes the roles of somebody, or whether and how they may log in. */
export function changePerson(services: Needs): DeskHandler<"changePerson"> {
  return async ({ params, body, person: by }) => {
    const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(params.id);
    const changed = isId
      ? await change(services.db, { id: params.id }, body, services.now())
      : { kind: "noPerson" as const };
    if (changed.kind === "noPerson") return failed("notFound");
    if (changed.kind === "lastAdmin") return failed("lastAdmin");
    if (body.what !== "enable")
      services.security.record("session.ended", { account: changed.person.email, by: "operator", actor: by.email });
    return done(await peopleWith(services, changed.secret));
  };
}
