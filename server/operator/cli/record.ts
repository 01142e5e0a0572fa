import { randomBytes } from "node:crypto";
import { createSecurityLog, type SecurityLog } from "#server/platform/security/security-log.ts";
import { existingNumberKey } from "#server/platform/encryption/number-key.ts";
import type { Config } from "#server/config/config.ts";
import { commandLog } from "./connection.ts";

/** The security log of a command, on standard error. Before the shop's first start there is no key, and no command makes one. */
export async function commandSecurityLog(config: Config): Promise<SecurityLog> {
  return createSecurityLog(
    commandLog(config),
    (await existingNumberKey(config.documentNumberKey, config.dataDir)) ?? randomBytes(32),
  );
}
