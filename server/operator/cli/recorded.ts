import type { Config } from "#server/config/config.ts";
import { requireNumberKey } from "#server/operator/known-keys.ts";
import { headText } from "#server/operator/audit/chain.ts";
import { auditKey, subjectOf } from "#server/operator/audit/key.ts";
import { appendAudit } from "#server/operator/audit/log.ts";
import type { Database } from "#server/platform/database/database.ts";
import { createSecurityLog } from "#server/platform/security/security-log.ts";
import type { Call, Command } from "./command.ts";
import { commandLog, withDatabase } from "./connection.ts";
import { actorOf } from "./reason.ts";

type Typed = Pick<Call, "args" | "text" | "now"> & { readonly config: Config };

/**
 * Runs the work of commands on the shop's database. Of a command that is recorded, its line in the audit log and the event in the security log are written
 * before, once: without them nothing is read or changed. `typed` is asked when the database is.
 */
export function databaseFor(command: Command, typed: () => Typed): Call["database"] {
  let isRecorded = !command.recorded;
  return (work) => {
    const { config, ...rest } = typed();
    return withDatabase(config, async (db) => {
      if (!isRecorded) await record(db, command, { config, ...rest });
      isRecorded = true;
      return work(db);
    });
  };
}

async function record(db: Database, { name, args }: Command, { config, args: given, text, now }: Typed): Promise<void> {
  const key = await requireNumberKey(db, config);
  // A shop that has never started: there is nothing to look at.
  if (!key) return;
  const [named] = given;
  const isFile = args?.startsWith("<file>") ?? false;
  const actor = actorOf(config);
  const head = await appendAudit(db, auditKey(key), {
    at: now,
    actor,
    action: name,
    subject: named !== undefined && !isFile ? subjectOf(key, named) : null,
    reason: text("reason")?.trim() || null,
  });
  const log = createSecurityLog(commandLog(config), key);
  log.record("command.run", { command: name, actor, audit: headText(head) });
}
