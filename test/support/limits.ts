import { LIMIT_NAMES } from "#server/config/limits.ts";
import type { LimitName } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { createLimits, type Limit, type Limits } from "#server/api/limits.ts";
import type { SecurityDetails, SecurityEvent } from "#server/platform/security/events.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";

export type RecordedEvent = SecurityDetails & { readonly event: SecurityEvent };

/** Returns a security log that only records its events, with accounts and addresses in plain text. */
export function rememberedEvents(): { readonly security: SecurityLog; readonly events: RecordedEvent[] } {
  const events: RecordedEvent[] = [];
  const security: SecurityLog = {
    record: (event, details = {}) => void events.push({ event, ...details }),
    pseudonym: (value) => `~${value}`,
  };
  return { security, events };
}

const MANY: Limit = { count: 1_000_000, seconds: 3600, by: "all" };

/** Returns the limits of the shop, so wide that no test reaches them, except the given ones. */
export function testLimits(
  { db, now, security }: { db: Database; now: () => Date; security: SecurityLog },
  narrow: Partial<Record<LimitName, Limit>> = {},
): Limits<LimitName> {
  const wide = Object.fromEntries(LIMIT_NAMES.map((name) => [name, MANY])) as Record<LimitName, Limit>;
  return createLimits({ db, now, security, key: Buffer.alloc(32, 2), table: { ...wide, ...narrow } });
}
