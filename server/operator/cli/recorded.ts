import { outcomeText, type AuditOutcome } from "#core/desk/audit-outcome.ts";
import type { Config } from "#server/config/config.ts";
import { requireNumberKey } from "#server/operator/known-keys.ts";
import { headText, auditKey, subjectOf } from "#server/operator/audit/chain.ts";
import { appendAudit, appendOutcome } from "#server/operator/audit/log.ts";
import type { Database } from "#server/platform/database/database.ts";
import { createSecurityLog, type SecurityLog } from "#server/platform/security/security-log.ts";
import type { Call, Command } from "../../command.ts";
import { commandLog, withDatabase } from "./connection.ts";
import { actorOf } from "./options.ts";
import { randomBytes } from "node:crypto";
import { existingNumberKey } from "#server/platform/encryption/number-key.ts";

type Typed = Pick<Call, "args" | "text" | "now"> & { readonly config: Config };

type Recorded = {
  readonly database: Call["database"];
  /** Writes the outcome of the command, if the command has an entry. */
  ended(outcome: AuditOutcome, at: Date): Promise<void>;
};

/**
 * Runs the work of commands on the shop's database. For a recorded command, the entry in the audit log and the event in
 * the security log are written once, before anything is read or changed; if that fails, the work does not start. The
 * outcome is an entry of its own, so that even a killed command leaves the first one. `typed` is only called when the
 * database is used.
 */
export function databaseFor(command: Command, typed: () => Typed): Recorded {
  let isRecorded = !command.recorded;
  let seq: number | null = null;
  return {
    database(work) {
      const { config, ...rest } = typed();
      return withDatabase(config, async (db) => {
        if (!isRecorded) seq = await record(db, command, { config, ...rest });
        isRecorded = true;
        return work(db);
      });
    },
    async ended(outcome, at) {
      if (seq === null) return;
      const line = { seq, outcome, at };
      const { config } = typed();
      await withDatabase(config, async (db) => {
        const key = await requireNumberKey(db, config);
        if (!key) return;
        const actor = actorOf(config);
        const end = await appendOutcome(db, auditKey(key), { ...line, actor });
        securityLog(config, key).record("command.run", {
          command: command.name,
          actor,
          outcome: outcomeText(outcome),
          audit: headText(end),
        });
      });
    },
  };
}

const securityLog = (config: Config, key: Buffer) => createSecurityLog(commandLog(config), key);

/** Returns the number of the entry; null for a shop that has never started, in which there is no data to look at. */
async function record(
  db: Database,
  { name, args }: Command,
  { config, args: given, text, now }: Typed,
): Promise<number | null> {
  const key = await requireNumberKey(db, config);
  if (!key) return null;
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
  securityLog(config, key).record("command.run", { command: name, actor, audit: headText(head) });
  return head.seq;
}

/**
 * Returns the security log of a command, which goes to standard error. Before the shop's first start there is no key,
 * and commands do not create one.
 */
export async function commandSecurityLog(config: Config): Promise<SecurityLog> {
  return createSecurityLog(
    commandLog(config),
    (await existingNumberKey(config.documentNumberKey, config.dataDir)) ?? randomBytes(32),
  );
}
