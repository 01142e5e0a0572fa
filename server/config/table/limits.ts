import type { CountedBy } from "#server/platform/http/limits.ts";
import { within } from "../schemas.ts";
import { setting } from "../setting.ts";

const WINDOWS = { second: 1, minute: 60, "quarter of an hour": 900, hour: 3600, day: 86_400 } as const;

/** How the documentation names what a limit counts. */
const PER: Readonly<Record<CountedBy, string>> = {
  address: "per address",
  checkout: "per checkout",
  account: "per account",
  number: "per phone number",
  person: "per person (name and birthday)",
  document: "per identity document",
  all: "in all",
};

/** One limit: at most `most` of something in a window of time. */
function limit(
  name: string,
  most: number,
  what: string,
  window: keyof typeof WINDOWS,
  by: CountedBy,
  more: string | null = null,
) {
  return setting(name, within(WINDOWS[window], by), {
    default: String(most),
    about: `${what} in a ${window}, ${PER[by]}${more === null ? "" : `. ${more}`}`,
  });
}

/**
 * How often something may be tried; further tries get a 429. Counted in the database, by all server processes together. An
 * address is an IPv4 address or an IPv6 /64. Many shoppers may share an address (mobile networks, offices), so limits by address are wide.
 */
export const LIMITS = {
  limits: {
    // Every call.
    callsPerAddress: limit("LIMIT_CALLS_PER_ADDRESS", 3000, "calls", "minute", "address"),
    callsPerCheckout: limit("LIMIT_CALLS_PER_CHECKOUT", 600, "calls", "minute", "checkout"),
    systemCallsPerAddress: limit(
      "LIMIT_SYSTEM_CALLS_PER_ADDRESS",
      6000,
      "calls of other systems (webhooks, reports about orders)",
      "minute",
      "address",
    ),
    pagesPerAddress: limit("LIMIT_PAGES_PER_ADDRESS", 3000, "pages and other requests", "minute", "address"),
    addressSearchPerSecond: limit("LIMIT_ADDRESS_SEARCH", 20, "address searches", "second", "address"),
    checkoutsPerAddress: limit("LIMIT_CHECKOUTS_PER_ADDRESS", 600, "new checkouts", "hour", "address"),
    // Accounts.
    codesPerNumber: limit("LIMIT_CODES_PER_NUMBER", 5, "login codes", "hour", "number"),
    codesPerAddress: limit("LIMIT_CODES_PER_ADDRESS", 30, "login codes", "hour", "address"),
    codesInAll: limit(
      "LIMIT_CODES_IN_ALL",
      1000,
      "login codes",
      "hour",
      "all",
      "`kasse_login_codes_unused_ratio` in the metrics is the share that was never used: raise an alarm near 1",
    ),
    codeTriesPerAddress: limit("LIMIT_CODE_TRIES_PER_ADDRESS", 100, "tries of a code", "quarter of an hour", "address"),
    passwordsPerAccount: limit("LIMIT_PASSWORDS_PER_ACCOUNT", 10, "password tries", "quarter of an hour", "account"),
    passwordsPerAddress: limit("LIMIT_PASSWORDS_PER_ADDRESS", 100, "password tries", "quarter of an hour", "address"),
    registrationsPerAddress: limit("LIMIT_REGISTRATIONS_PER_ADDRESS", 200, "registrations", "hour", "address"),
    resetsPerAddress: limit("LIMIT_RESETS_PER_ADDRESS", 30, "requests for a new password", "hour", "address"),
    resetsPerAccount: limit(
      "LIMIT_RESETS_PER_ACCOUNT",
      3,
      "mails with a link for a new password",
      "hour",
      "account",
      "Further ones are not sent, without a 429 that would reveal the account",
    ),
    deskLoginsPerPerson: limit(
      "LIMIT_DESK_LOGINS_PER_PERSON",
      10,
      "tries to log in at the desk",
      "quarter of an hour",
      "account",
    ),
    deskLoginsPerAddress: limit(
      "LIMIT_DESK_LOGINS_PER_ADDRESS",
      100,
      "tries to log in at the desk, at its login provider or with an invitation",
      "quarter of an hour",
      "address",
    ),
    deskLogoutsPerAddress: limit(
      "LIMIT_DESK_LOGOUTS_PER_ADDRESS",
      3000,
      "logouts from the desk that a login provider reports",
      "quarter of an hour",
      "address",
    ),
    // The form.
    customersPerCheckout: limit("LIMIT_CUSTOMERS_PER_CHECKOUT", 20, "complete forms", "hour", "checkout"),
    customersPerAddress: limit("LIMIT_CUSTOMERS_PER_ADDRESS", 300, "complete forms", "hour", "address"),
    customersPerDocument: limit("LIMIT_CUSTOMERS_PER_DOCUMENT", 20, "complete forms", "hour", "document"),
    transfersPerCheckout: limit(
      "LIMIT_TRANSFERS_PER_CHECKOUT",
      30,
      "checks of a number and its PUK",
      "hour",
      "checkout",
    ),
    transfersPerNumber: limit("LIMIT_TRANSFERS_PER_NUMBER", 30, "checks of a number and its PUK", "hour", "number"),
    transfersPerAddress: limit("LIMIT_TRANSFERS_PER_ADDRESS", 300, "checks of a number and its PUK", "hour", "address"),
    numbersPerCheckout: limit(
      "LIMIT_NUMBERS_PER_CHECKOUT",
      300,
      "searches and choices of a new number",
      "hour",
      "checkout",
    ),
    numbersPerAddress: limit(
      "LIMIT_NUMBERS_PER_ADDRESS",
      2000,
      "searches and choices of a new number",
      "hour",
      "address",
    ),
    numberHoldsPerAccount: limit("LIMIT_NUMBER_HOLDS_PER_ACCOUNT", 30, "new numbers that are held", "hour", "account"),
    numberHoldsPerAddress: limit("LIMIT_NUMBER_HOLDS_PER_ADDRESS", 300, "new numbers that are held", "hour", "address"),
    solvencyPerPerson: limit(
      "LIMIT_SOLVENCY_PER_PERSON",
      5,
      "solvency checks",
      "day",
      "person",
      "Further orders are held, and a person decides",
    ),
    solvencyPerAddress: limit("LIMIT_SOLVENCY_PER_ADDRESS", 200, "solvency checks", "hour", "address"),
    solvencyInAll: limit("LIMIT_SOLVENCY_IN_ALL", 2000, "solvency checks", "hour", "all"),
    documentsPerCheckout: limit("LIMIT_DOCUMENTS_PER_CHECKOUT", 20, "uploads", "hour", "checkout"),
    documentsPerAddress: limit("LIMIT_DOCUMENTS_PER_ADDRESS", 300, "uploads", "hour", "address"),
    readingsPerCheckout: limit(
      "LIMIT_READINGS_PER_CHECKOUT",
      20,
      "readings of a document's machine-readable zone",
      "hour",
      "checkout",
    ),
    photoLinksPerCheckout: limit(
      "LIMIT_PHOTO_LINKS_PER_CHECKOUT",
      20,
      "QR codes for uploading a picture from the phone",
      "hour",
      "checkout",
    ),
    eidsPerCheckout: limit("LIMIT_EIDS_PER_CHECKOUT", 10, "verifications of an e-ID", "hour", "checkout"),
    eidsPerAddress: limit("LIMIT_EIDS_PER_ADDRESS", 100, "verifications of an e-ID", "hour", "address"),
    photosPerAddress: limit(
      "LIMIT_PHOTOS_PER_ADDRESS",
      100,
      "visits to phone links and uploads through them",
      "quarter of an hour",
      "address",
    ),
    // Payments and orders.
    paymentsPerCheckout: limit("LIMIT_PAYMENTS_PER_CHECKOUT", 30, "requests for a payment page", "hour", "checkout"),
    paymentsPerAddress: limit("LIMIT_PAYMENTS_PER_ADDRESS", 300, "requests for a payment page", "hour", "address"),
    ordersPerPerson: limit("LIMIT_ORDERS_PER_PERSON", 8, "orders, or payments begun for them,", "day", "person"),
    ordersPerAccount: limit("LIMIT_ORDERS_PER_ACCOUNT", 20, "orders, or payments begun for them,", "day", "account"),
    ordersPerAddress: limit("LIMIT_ORDERS_PER_ADDRESS", 100, "orders, or payments begun for them,", "hour", "address"),
    profilesInAll: limit(
      "LIMIT_PROFILES_IN_ALL",
      1000,
      "eSIM profiles",
      "hour",
      "all",
      "Further ones are ordered when the limit permits it",
    ),
  },
} as const;

/** The names of all limits in the environment. */
export const LIMIT_SETTINGS: readonly string[] = Object.values(LIMITS.limits).map(({ name }) => name);
