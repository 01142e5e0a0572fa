import type { Database } from "#server/platform/database/database.ts";
import { createSecurityLog } from "#server/platform/security/security-log.ts";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";
import { accountByEmail, normaliseEmail, type Account } from "#server/sale/identity/accounts.ts";
import { CommandError, type Command } from "#server/command.ts";
import { commandLog } from "#server/operator/cli/connection.ts";
import { actorOf } from "#server/operator/cli/options.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { accountLogins, tokenLife } from "#server/sale/identity/tokens.ts";

/** `sessions list <e-mail> [--json]` */
export const listSessions: Command = {
  name: "sessions list",
  args: "<e-mail>",
  about: "list the logins of a customer, newest first",
  more: "The devices are named as the customer sees them. A login expires after two hours without use, or after twelve hours in all.",
  recorded: true,
  options: { json: { type: "boolean", about: "as JSON" } },
  async run({ args: [email = ""], database, io, flag, now }) {
    const sessions = await database(async (db) =>
      accountLogins.list(db, (await customer(db, email)).id, tokenLife(now)),
    );
    const shown = sessions.map(({ current: _current, ...session }) => session);
    if (flag("json")) io.out(JSON.stringify(shown, null, 2));
    else if (shown.length === 0) io.out("No logins.");
    else {
      const rows = shown.map(({ id, device, since, lastUsed }) => [
        id,
        timeText(since),
        timeText(lastUsed),
        device ?? "–",
      ]);
      const heads = ["login", "since", "last used", "device"];
      for (const line of [...aligned([heads, ...rows]), counted(shown.length, "login")]) io.out(line);
    }
    return 0;
  },
};

/** `sessions end <e-mail> [--login <id>]` */
export const endCustomersSessions: Command = {
  name: "sessions end",
  args: "<e-mail>",
  about: "end the logins of a customer, all or one",
  more: "The customer logs in again. It does not change the password. The security log records it.",
  recorded: true,
  options: { login: { type: "string", value: "<id>", about: "only this one; `sessions list` has the ids" } },
  async run({ args: [email = ""], config, database, io, text }) {
    const login = text("login");
    const count = await database(async (db) => {
      const { id } = await customer(db, email);
      return login === undefined ? accountLogins.endAll(db, id) : accountLogins.end(db, id, login);
    });
    if (login !== undefined && count === 0)
      throw new CommandError(`there is no login ${login}; see \`sessions list\`.`);
    const key = await documentNumberKey(config.documentNumberKey, config.dataDir);
    const event = { account: normaliseEmail(email), by: "operator", actor: actorOf(config), count };
    createSecurityLog(commandLog(config), key).record("session.ended", event);
    io.out(`${counted(count, "login")} ended.`);
    return 0;
  },
};

async function customer(db: Database, email: string): Promise<Account> {
  const account = await accountByEmail(db, normaliseEmail(email));
  if (!account) throw new CommandError(`there is no customer ${email}.`);
  return account;
}
