import { LIMIT_NAMES, type LimitName } from "#server/config/limits.ts";

/** Limits that are the same in tests as in production, because no two tests share their subjects. */
const AS_IN_PRODUCTION: ReadonlySet<LimitName> = new Set([
  "codesPerNumber",
  "passwordsPerAccount",
  "photoLinksPerCheckout",
]);
const WIDE = Object.fromEntries(
  LIMIT_NAMES.filter((name) => !AS_IN_PRODUCTION.has(name)).map((name) => [name, 1_000_000]),
);

/**
 * Returns the setting for a whole shop whose tests come from one address and use the same persons and numbers: limits
 * that no test reaches, except the given ones, and no launch queue.
 */
export const wideLimits = (narrow: Partial<Record<LimitName, number>> = {}) => ({
  LIMITS: Object.entries({ ...WIDE, ...narrow })
    .map(([name, count]) => `${name}=${count}`)
    .join(" "),
  LAUNCH_PER_MINUTE: "0",
});

export const WIDE_LIMITS = wideLimits();
