import { LIMIT_SETTINGS } from "#server/config/table/limits.ts";

/** Limits that are the same in tests as in production, because no two tests share what they count. */
const AS_IN_PRODUCTION = new Set([
  "LIMIT_CODES_PER_NUMBER",
  "LIMIT_PASSWORDS_PER_ACCOUNT",
  "LIMIT_PHOTO_LINKS_PER_CHECKOUT",
]);

/** For a whole shop whose tests come from one address and use the same persons and numbers: limits that no test reaches. */
export const WIDE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  LIMIT_SETTINGS.filter((name) => !AS_IN_PRODUCTION.has(name)).map((name) => [name, "1000000"]),
);
