import { EXTENSIONS } from "#extensions/index.ts";
import type { Limit } from "#server/api/limits.ts";
import { limit, type LimitRow } from "./limit.ts";

/**
 * How often an action may be attempted; further attempts get a 429. The database counts them for all server processes
 * together. An address is an IPv4 address or an IPv6 /64. Limits per address are high, because many shoppers can share
 * an IP address (mobile networks, offices). The setting `LIMITS` can change each count.
 */
const CORE = {
  // Every call.
  callsPerAddress: limit(3000, "calls", "minute", "address"),
  callsPerCheckout: limit(600, "calls", "minute", "checkout"),
  systemCallsPerAddress: limit(6000, "calls by other systems", "minute", "address"),
  pagesPerAddress: limit(3000, "pages and other requests", "minute", "address"),
  addressSearchPerSecond: limit(20, "address searches", "second", "address"),
  checkoutsPerAddress: limit(600, "new checkouts", "hour", "address"),
  // Accounts.
  codesPerNumber: limit(5, "login codes", "hour", "number"),
  codesPerAddress: limit(30, "login codes", "hour", "address"),
  codesInAll: limit(
    1000,
    "login codes",
    "hour",
    "all",
    "Raise an alarm if `kasse_login_codes_unused_ratio` comes near 1",
  ),
  simSwapsPerCheckout: limit(5, "questions whether the SIM of a number to transfer has changed", "day", "checkout"),
  simSwapsPerNumber: limit(10, "questions whether the SIM of a number to transfer has changed", "day", "number"),
  simSwapsInAll: limit(1000, "questions whether a SIM has changed", "hour", "all"),
  networkLoginsPerAddress: limit(200, "logins by the mobile network", "hour", "address"),
  networkLoginsInAll: limit(1000, "logins by the mobile network", "hour", "all"),
  fillInsPerCheckout: limit(10, "forms that the mobile network fills in", "hour", "checkout"),
  fillInsInAll: limit(1000, "forms that the mobile network fills in", "hour", "all"),
  codeTriesPerAddress: limit(100, "code attempts", "15 minutes", "address"),
  passwordsPerAccount: limit(10, "password attempts", "15 minutes", "account"),
  passwordsPerAddress: limit(100, "password attempts", "15 minutes", "address"),
  registrationsPerAddress: limit(200, "registrations", "hour", "address"),
  resetsPerAddress: limit(30, "password resets", "hour", "address"),
  resetsPerAccount: limit(3, "reset mails", "hour", "account", "More are not sent, without a 429"),
  deskLoginsPerPerson: limit(10, "logins at the desk", "15 minutes", "account"),
  deskLoginsPerAddress: limit(100, "logins at the desk, by any method", "15 minutes", "address"),
  deskLogoutsPerAddress: limit(3000, "logouts that the login provider reports", "15 minutes", "address"),
  // The form.
  customersPerCheckout: limit(20, "complete forms", "hour", "checkout"),
  customersPerAddress: limit(300, "complete forms", "hour", "address"),
  customersPerDocument: limit(20, "complete forms", "hour", "document"),
  transfersPerCheckout: limit(30, "transfer checks", "hour", "checkout"),
  transfersPerNumber: limit(30, "transfer checks", "hour", "number"),
  transfersPerAddress: limit(300, "transfer checks", "hour", "address"),
  holderMatchesPerNumber: limit(
    5,
    "questions whether a customer holds a number",
    "day",
    "number",
    "More transfers go on unasked",
  ),
  holderMatchesInAll: limit(1000, "questions whether a customer holds a number", "hour", "all", "The same"),
  numbersPerCheckout: limit(300, "searches for a new number, and choices", "hour", "checkout"),
  numbersPerAddress: limit(2000, "searches for a new number, and choices", "hour", "address"),
  numberHoldsPerAccount: limit(30, "holds of new numbers", "hour", "account"),
  numberHoldsPerAddress: limit(300, "holds of new numbers", "hour", "address"),
  solvencyPerPerson: limit(5, "solvency checks", "day", "person", "More orders are put on hold"),
  solvencyPerAddress: limit(200, "solvency checks", "hour", "address"),
  solvencyInAll: limit(2000, "solvency checks", "hour", "all"),
  documentsPerCheckout: limit(20, "uploads", "hour", "checkout"),
  documentsPerAddress: limit(300, "uploads", "hour", "address"),
  readingsPerCheckout: limit(20, "readings of a document", "hour", "checkout"),
  photoLinksPerCheckout: limit(20, "links for a phone", "hour", "checkout"),
  eidsPerCheckout: limit(10, "e-ID verifications", "hour", "checkout"),
  eidsPerAddress: limit(100, "e-ID verifications", "hour", "address"),
  photosPerAddress: limit(100, "visits and uploads by phone links", "15 minutes", "address"),
  // Payments and orders.
  paymentsPerCheckout: limit(30, "started payments", "hour", "checkout"),
  paymentsPerAddress: limit(300, "started payments", "hour", "address"),
  ordersPerPerson: limit(8, "orders and started payments", "day", "person"),
  ordersPerAccount: limit(20, "orders and started payments", "day", "account"),
  ordersPerAddress: limit(100, "orders and started payments", "hour", "address"),
  profilesInAll: limit(1000, "eSIM profiles", "hour", "all", "More are ordered later"),
} as const;

/**
 * The limits of the extensions, which add them.
 *
 * @public for extensions
 */
export interface ExtensionLimits {}
/** The limits of the core. */
export type CoreLimit = keyof typeof CORE;
export const CORE_LIMITS = Object.keys(CORE) as readonly CoreLimit[];
export type LimitName = CoreLimit | keyof ExtensionLimits;

/** Every limit, by name. */
export const LIMITS = Object.assign(
  {},
  CORE,
  ...(EXTENSIONS as readonly { readonly limits?: object }[]).map(({ limits }) => limits),
) as Readonly<Record<LimitName, LimitRow>>;

export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];
export type LimitTable = Readonly<Record<LimitName, Limit>>;

/** Returns all limits, with these counts instead of the default ones. */
export function limitsWith(counts: Readonly<Partial<Record<LimitName, number>>>): LimitTable {
  const rows = LIMIT_NAMES.map((name) => {
    const { count, seconds, by } = LIMITS[name];
    return [name, Object.freeze({ count: counts[name] ?? count, seconds, by })] as const;
  });
  return Object.freeze(Object.fromEntries(rows)) as LimitTable;
}
