import { DESK_ROLES, isDeskRole, type DeskRole } from "#core/desk/roles.ts";
import { isPrintable } from "#core/text/plain-text.ts";
import { isTooLongForEmail, normaliseEmail } from "#server/sale/identity/accounts.ts";
import { invitationLink } from "#server/operator/desk-people/invitation-link.ts";
import { changePerson, type PersonChange } from "#server/operator/desk-people/change-person.ts";
import { INVITATION_HOURS, invitePerson } from "#server/operator/desk-people/invitations.ts";
import { issuerOf } from "#server/operator/desk-people/issuer.ts";
import { listPeople } from "#server/operator/desk-people/people.ts";
import { CommandError, UsageError, type Call, type Command } from "#server/command.ts";
import { REASON, reasonOf } from "#server/operator/cli/options.ts";
import { aligned, timeText } from "#server/operator/cli/table.ts";

const ROLES = {
  type: "string",
  value: DESK_ROLES.join(","),
  about: "the person's roles at the desk, one or several",
  needed: true,
} as const;

/** Returns the roles in an option. Throws a UsageError if one is unknown. */
function rolesOf(text: string | undefined): readonly DeskRole[] {
  const typed = (text ?? "").split(",").map((role) => role.trim());
  const roles = typed.filter(isDeskRole);
  if (roles.length !== typed.length)
    throw new UsageError(
      `--role is "${text ?? ""}"; it must be one or several of ${DESK_ROLES.join(", ")}, with commas between.`,
    );
  return [...new Set(roles)];
}

function emailOf(typed: string): string {
  const email = normaliseEmail(typed);
  if (!/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email) || isTooLongForEmail(email) || !isPrintable(email))
    throw new UsageError(`"${typed}" is not an e-mail address.`);
  return email;
}

/** `desk invite <e-mail> --name <name> --role <roles>` */
export const inviteToDesk: Command = {
  name: "desk invite",
  recorded: true,
  args: "<e-mail>",
  about: "invite a person to the desk; prints the link for choosing a password",
  more: `The link is shown once, and is valid for ${INVITATION_HOURS} hours. Give it only to that person. \`desk change --again\` makes a new one, also for a forgotten password.`,
  options: {
    name: { type: "string", value: "<name>", about: "first and last name", needed: true },
    role: ROLES,
  },
  async run({ args: [typed = ""], config, database, io, text, now }) {
    const [email, roles] = [emailOf(typed), rolesOf(text("role"))];
    const name = (text("name") ?? "").trim();
    if (name === "" || name.length > 100 || !isPrintable(name))
      throw new UsageError("--name must have 1 to 100 characters.");
    needsDesk(config);
    needsInvitations(config, "give the person a role there instead");
    const secret = await database((db) => invitePerson(db, { email, name, roles }, now));
    if (secret === null)
      throw new CommandError(
        `${email} is already known at the desk; \`desk change\` changes roles or makes a new link.`,
      );
    io.out(invitationLink(config, secret));
    return 0;
  },
};

const listed = (actors: readonly string[]) => actors.map((actor) => `"${actor}"`).join(", ");

function needsDesk({ deskUrl }: Call["config"]): void {
  if (deskUrl === null) throw new CommandError("there is no desk: DESK_URL is not set (docs/desk-operation.md).");
}

/**
 * Throws a CommandError if people log in at a provider, because they are not invited then and get their roles from the
 * provider.
 */
function needsInvitations(config: Call["config"], instead: string): void {
  if (issuerOf(config) !== null)
    throw new CommandError(
      `people log in at ${issuerOf(config)} (DESK_LOGIN=oidc): ${instead} (docs/desk-operation.md).`,
    );
}

/** `desk people [--json]` */
export const listDeskPeople: Command = {
  name: "desk people",
  recorded: true,
  about: "list who may log in at the desk",
  options: { json: { type: "boolean", about: "as JSON" } },
  async run({ database, io, flag }) {
    const people = await database((db) => listPeople(db));
    const shown = people.map(({ id: _id, issuer, ...person }) => ({ ...person, provider: issuer !== null }));
    if (flag("json")) io.out(JSON.stringify(shown, null, 2));
    else if (people.length === 0) io.out("There are no people at the desk yet; `desk invite` invites one.");
    else {
      const heads = ["who", "name", "e-mail", "roles", "state", "logs in by", "last seen"];
      const rows = people.map(({ actor, name, email, roles, state, issuer, passkeys, lastSeen }) => [
        actor,
        name,
        email,
        roles.join(", "),
        state,
        loginMethod(issuer, passkeys),
        lastSeen ? timeText(lastSeen) : "–",
      ]);
      const count = people.length === 1 ? "1 person" : `${people.length} people`;
      for (const line of [...aligned([heads, ...rows]), count]) io.out(line);
    }
    return 0;
  },
};

function loginMethod(issuer: string | null, passkeys: number): string {
  if (issuer !== null) return "provider";
  return passkeys > 0 ? "passkey" : "password";
}

/** `desk change <who> --reason <text> (--role <roles> | --disable | --enable | --sign-out | --again)` */
export const changeDeskPerson: Command = {
  name: "desk change",
  recorded: true,
  args: "<who>",
  about: "change a person's roles at the desk, or whether and how the person may log in",
  more: "<who> is an e-mail, or the name in the first column of `desk people`. Give exactly one option besides the reason. Each one except --enable ends the person's logins at once.",
  options: {
    reason: REASON,
    role: { type: "string", value: DESK_ROLES.join(","), about: "the roles from now on" },
    disable: { type: "boolean", about: "the person may not log in any more" },
    enable: { type: "boolean", about: "the person may log in again" },
    "sign-out": { type: "boolean", about: "the person has to log in again" },
    again: { type: "boolean", about: "a new link, as for `desk invite`; removes the password and the passkeys" },
  },
  async run({ args: [typed = ""], config, database, io, text, flag, now }) {
    reasonOf(text("reason"));
    const asked: readonly (PersonChange | null)[] = [
      text("role") === undefined ? null : { what: "roles", roles: rolesOf(text("role")) },
      flag("disable") ? { what: "disable" } : null,
      flag("enable") ? { what: "enable" } : null,
      flag("sign-out") ? { what: "endSessions" } : null,
      flag("again") ? { what: "inviteAgain" } : null,
    ];
    const [change, ...others] = asked.filter((each) => each !== null);
    if (!change || others.length > 0)
      throw new UsageError("exactly one of --role, --disable, --enable, --sign-out and --again is needed.");
    if (change.what === "inviteAgain") needsDesk(config);
    const named = typed.includes("(") ? typed.trim() : normaliseEmail(typed);
    const changed = await database((db) => changePerson(db, { named }, change, { now, issuer: issuerOf(config) }));
    switch (changed.kind) {
      case "noPerson":
        throw new CommandError(`${typed} is not known at the desk; see \`desk people\`.`);
      case "several":
        throw new CommandError(`several people have this e-mail; name one of them: ${listed(changed.actors)}.`);
      case "lastAdmin":
        throw new CommandError(
          `${typed} is the last person at the desk who may invite people; invite another admin first.`,
        );
      case "providerOnly":
        throw new CommandError(
          `people log in at a provider, which gives their roles; change ${typed} there (docs/desk-operation.md).`,
        );
      case "changed":
    }
    io.out(changed.secret === null ? `${changed.person.actor}: done.` : invitationLink(config, changed.secret));
    return 0;
  },
};
