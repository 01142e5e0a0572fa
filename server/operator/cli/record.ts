import { randomBytes } from "node:crypto";
import { createSecurityLog, type SecurityLog } from "#server/platform/security/security-log.ts";
import { existingNumberKey } from "#server/platform/encryption/number-key.ts";
import type { Config } from "#server/config/config.ts";
import { commandLog } from "./connection.ts";
import { actorOf } from "./reason.ts";

/** Writes the event that a command was run which reads or changes personal data: the command without its arguments, and who ran it. */
export async function recordCommand(name: string, config: Config): Promise<void> {
  (await commandSecurityLog(config)).record("command.run", { command: name, actor: actorOf(config) });
}

/** The security log of a command, on standard error. Before the shop's first start there is no key, and no command makes one. */
export async function commandSecurityLog(config: Config): Promise<SecurityLog> {
  return createSecurityLog(
    commandLog(config),
    (await existingNumberKey(config.documentNumberKey, config.dataDir)) ?? randomBytes(32),
  );
}
