import type { CountedBy, Limit } from "#server/api/limits.ts";

const WINDOWS = { second: 1, minute: 60, "quarter of an hour": 900, hour: 3600, day: 86_400 } as const;

/** The documentation's words for a window. The name of a limit says what it is counted by. */
const WINDOW_WORDS: Readonly<Record<keyof typeof WINDOWS, string>> = {
  second: "a second",
  minute: "a minute",
  "quarter of an hour": "in 15 minutes",
  hour: "an hour",
  day: "a day",
};

/** One limit: at most `most` of something in a window of time. */
const limit = (
  most: number,
  what: string,
  window: keyof typeof WINDOWS,
  by: CountedBy,
  more: string | null = null,
) => ({
  count: most,
  seconds: WINDOWS[window],
  by,
  about: `${what} ${WINDOW_WORDS[window]}${more === null ? "" : `. ${more}`}`,
});

/**
 * How often an action may be tried; further tries get a 429. Counted in the database, by all server processes together.
 * An address is an IPv4 address or an IPv6 /64. Many shoppers can share an address (mobile networks, offices), so
 * limits by address are wide. The setting `LIMITS` changes some of them.
 */
export const LIMITS = {
  // Every call.
  callsPerAddress: limit(3000, "calls", "minute", "address"),
  callsPerCheckout: limit(600, "calls", "minute", "checkout"),
  systemCallsPerAddress: limit(6000, "calls of other systems", "minute", "address"),
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
  codeTriesPerAddress: limit(100, "tries of a code", "quarter of an hour", "address"),
  passwordsPerAccount: limit(10, "password tries", "quarter of an hour", "account"),
  passwordsPerAddress: limit(100, "password tries", "quarter of an hour", "address"),
  registrationsPerAddress: limit(200, "registrations", "hour", "address"),
  resetsPerAddress: limit(30, "password resets", "hour", "address"),
  resetsPerAccount: limit(3, "reset mails", "hour", "account", "More are not sent, without a 429"),
  deskLoginsPerPerson: limit(10, "logins at the desk", "quarter of an hour", "account"),
  deskLoginsPerAddress: limit(100, "logins at the desk, by any way", "quarter of an hour", "address"),
  deskLogoutsPerAddress: limit(3000, "logouts that the login provider reports", "quarter of an hour", "address"),
  // The form.
  customersPerCheckout: limit(20, "complete forms", "hour", "checkout"),
  customersPerAddress: limit(300, "complete forms", "hour", "address"),
  customersPerDocument: limit(20, "complete forms", "hour", "document"),
  transfersPerCheckout: limit(30, "transfer checks", "hour", "checkout"),
  transfersPerNumber: limit(30, "transfer checks", "hour", "number"),
  transfersPerAddress: limit(300, "transfer checks", "hour", "address"),
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
  photosPerAddress: limit(100, "visits and uploads by phone links", "quarter of an hour", "address"),
  // Payments and orders.
  paymentsPerCheckout: limit(30, "started payments", "hour", "checkout"),
  paymentsPerAddress: limit(300, "started payments", "hour", "address"),
  ordersPerPerson: limit(8, "orders and started payments", "day", "person"),
  ordersPerAccount: limit(20, "orders and started payments", "day", "account"),
  ordersPerAddress: limit(100, "orders and started payments", "hour", "address"),
  profilesInAll: limit(1000, "eSIM profiles", "hour", "all", "More are ordered later"),
} as const;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];
export type LimitTable = Readonly<Record<LimitName, Limit>>;

/** All limits, with different counts for some. */
export function limitsWith(counts: Readonly<Partial<Record<LimitName, number>>>): LimitTable {
  const rows = LIMIT_NAMES.map((name) => {
    const { count, seconds, by } = LIMITS[name];
    return [name, Object.freeze({ count: counts[name] ?? count, seconds, by })] as const;
  });
  return Object.freeze(Object.fromEntries(rows)) as LimitTable;
}
