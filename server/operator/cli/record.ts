import { createSecurityLog } from "#server/platform/security/security-log.ts";
import { documentNumberKey } from "#server/platform/encryption/number-key.ts";
import type { Config } from "#server/config/config.ts";
import { commandLog } from "./connection.ts";
import { actorOf } from "./reason.ts";

/** Writes the event that a command was run which reads or changes personal data: the command without its arguments, and who ran it. */
export async function recordCommand(name: string, config: Config): Promise<void> {
  const key = await documentNumberKey(config.documentNumberKey, config.dataDir);
  createSecurityLog(commandLog(config), key).record("command.run", { command: name, actor: actorOf(config) });
}
