import { wholeNumber, within } from "../schemas.ts";
import { setting } from "../setting.ts";

const HOUR = 3600;
const QUARTER = 900;

/** How often something may be tried; further tries get a 429. "Address" is the client's IP address. */
export const LIMITS = {
  limits: {
    codesPerNumber: setting("LIMIT_CODES_PER_NUMBER", within(HOUR), {
      default: "5",
      about: "login codes an hour, per phone number",
    }),
    codesPerAddress: setting("LIMIT_CODES_PER_ADDRESS", within(HOUR), {
      default: "30",
      about: "login codes an hour, per address",
    }),
    codesInAll: setting("LIMIT_CODES_IN_ALL", within(HOUR), {
      default: "1000",
      about:
        "login codes an hour in all. `kasse_login_codes_unused_ratio` in `/metrics` is the share that was never used: raise an alarm near 1",
    }),
    passwordsPerAccount: setting("LIMIT_PASSWORDS_PER_ACCOUNT", within(QUARTER), {
      default: "10",
      about: "password tries in 15 minutes, per account",
    }),
    passwordsPerAddress: setting("LIMIT_PASSWORDS_PER_ADDRESS", within(QUARTER), {
      default: "100",
      about: "password tries in 15 minutes, per address",
    }),
    registrationsPerAddress: setting("LIMIT_REGISTRATIONS_PER_ADDRESS", within(HOUR), {
      default: "200",
      about: "registrations an hour, per address",
    }),
    resetsPerAddress: setting("LIMIT_RESETS_PER_ADDRESS", within(HOUR), {
      default: "30",
      about: "reset mails an hour, per address",
    }),
    photoLinksPerCheckout: setting("LIMIT_PHOTO_LINKS_PER_CHECKOUT", within(HOUR), {
      default: "20",
      about: "QR codes an hour for uploading a picture from the phone, per checkout",
    }),
    photosPerAddress: setting("LIMIT_PHOTOS_PER_ADDRESS", within(QUARTER), {
      default: "100",
      about: "visits to phone links and uploads through them in 15 minutes, per address",
    }),
    addressSearchPerSecond: setting("LIMIT_ADDRESS_SEARCH", wholeNumber(1, 1e9), {
      default: "20",
      about: "address searches a second, per address and server process",
    }),
  },
} as const;
