import type { Logger } from "pino";
import { deriveKey, pseudonym } from "#server/platform/encryption/derive-key.ts";
import { clientNetwork } from "./client-network.ts";
import { SECURITY_EVENTS, type SecurityDetails, type SecurityEvent } from "./events.ts";

export type SecurityLog = {
  /** Writes one event as one line of JSON. Never throws for what the details contain. */
  record(event: SecurityEvent, details?: SecurityDetails): void;
  /** The keyed hash that stands for a value in the log. */
  pseudonym(value: string): string;
};

/**
 * The security log: a line for each event, in the log of the server, with a field `security` (docs/security/log.md). It is written
 * at every log level but `silent`, because a quiet log must not hide an attack.
 */
export function createSecurityLog(log: Logger, key: Buffer): SecurityLog {
  const own = log.child({}, log.level === "silent" ? {} : { level: "info" });
  const hashKey = deriveKey(key, "security-log");
  const hash = (value: string) => pseudonym(hashKey, value);
  return {
    record(event, { account, address, ...rest } = {}) {
      const { level, about } = SECURITY_EVENTS[event];
      own[level](
        {
          security: event,
          ...(account ? { account: hash(account) } : {}),
          ...(address ? { address: hash(clientNetwork(address)) } : {}),
          ...rest,
        },
        about,
      );
    },
    pseudonym: hash,
  };
}
