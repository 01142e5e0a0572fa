import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as v from "valibot";
import { eachEntry, withWrong } from "./list-schemas.ts";
import { outsideNames } from "./outside-names.ts";

const MAX_WORKERS = 32;

/**
 * Schemas for the texts of settings. Each message completes the sentence "NAME …". The parser adds the value, unless it
 * is a secret.
 */

/** The number of server processes; `auto` means one per available core. */
export const workerCount = v.pipe(
  v.string(),
  v.check(
    (text) => text === "auto" || (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_WORKERS),
    "must be `auto`, or a whole number from 1 to 32",
  ),
  v.transform((text) => (text === "auto" ? Math.min(availableParallelism(), MAX_WORKERS) : Number(text))),
);

/** A whole number from `min` to `max`, in digits: `1e3` is probably a mistake. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => /^\s*\d+\s*$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
    v.transform(Number),
  );

/**
 * Returns whether a text is a network: an IP address with an optional prefix length, or one of proxy-addr's names. Half
 * of the internet (a prefix length of 0 or 1) is refused.
 */
const isNetwork = (text: string) => {
  const [address = "", bits, ...rest] = text.split("/");
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  if (isIP(address) === 0 || rest.length > 0) return false;
  const [min, max] = isIP(address) === 4 ? [8, 32] : [7, 128];
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= min && Number(bits) <= max;
};

const PROXIES_RULE =
  "must be no, the number of proxies before the shop (1 to 9), or their networks, such as 10.0.0.0/8,fd00::/8";

/** Which proxies are trusted to name the client: none (false), the last N (a number), or those in some networks. */
export const trustedProxies = v.pipe(
  v.string(),
  v.transform((value): false | number | readonly string[] => {
    if (value === "no") return false;
    if (/^[1-9]$/.test(value)) return Number(value);
    return value.split(",").map((part) => part.trim());
  }),
  v.check(
    (proxies) => !Array.isArray(proxies) || proxies.every(isNetwork),
    ({ input }) => withWrong(PROXIES_RULE, Array.isArray(input) ? input : [], isNetwork),
  ),
);

/** Names of settings, separated by commas; empty means none. `production.ts` checks which names are allowed. */
export const plaintextSettings = v.pipe(
  v.string(),
  v.transform((value): readonly string[] => (value === "" ? [] : value.split(",").map((part) => part.trim()))),
  eachEntry((name) => /^[A-Z0-9_]+$/.test(name), "must be a list of settings such as SMTP_URL,DATABASE_URL"),
);

/** Extensions from outside of Kasse, separated by commas: packages, and paths that begin with a dot or a slash. */
export const extensionNames = v.pipe(
  v.string(),
  v.transform(outsideNames),
  eachEntry(
    (name) => /^(?:[./].*|(?:@[\w.-]+\/)?[\w-][\w.-]*)$/.test(name),
    "must be a list of packages such as @example/vouchers and of files or folders such as ./vouchers, separated by commas",
  ),
  v.check((names) => new Set(names).size === names.length, "must name each extension once"),
);

/** One of these words. */
export const oneOf = <const T extends string>(allowed: readonly T[]) =>
  v.pipe(v.string(), v.picklist(allowed, `must be one of ${allowed.join(", ")}`));

/** One of two words, such as `yes` and `no`. The first is parsed as true. */
export const either = (yes: string, no: string) =>
  v.pipe(
    oneOf([yes, no]),
    v.transform((text) => text === yes),
  );

export const text = v.string();

export const secretText = v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"));

/**
 * Text of at most `count` characters.
 *
 * @public for extensions
 */
export const atMost = (count: number) =>
  v.pipe(v.string(), v.maxLength(count, `must have at most ${count} characters`));

/** A path, made absolute from the working directory. */
export const path = v.pipe(
  v.string(),
  v.transform((value) => resolve(value)),
);

/** Returns whether a text is an http or https URL. */
export const isWebAddress = (value: string): boolean => /^https?:\/\//.test(value) && URL.canParse(value);

/** An http or https URL that is called exactly as given. */
export const webhookAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, "must be an address such as https://oms.example.ch/orders"),
);

/** An http or https URL to which paths are appended; trailing slashes are removed. */
export const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, "must be an address such as https://shop.example.ch"),
  v.transform((value) => value.replace(/\/+$/, "")),
);

/** An http or https URL without a path, because cookies, links and passkeys apply to the whole host. */
export const originAddress = v.pipe(
  webAddress,
  v.check(
    (value) => new URL(value).pathname === "/" && !/[?#]/.test(value),
    "must be an address without a path, such as https://shop.example.ch",
  ),
);

/** A PostgreSQL URL. As in libpq, the host can also be a parameter: `postgresql://user@/kasse?host=/run/postgresql`. */
export const databaseAddress = v.pipe(
  v.string(),
  v.check(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace("@/", "@socket/")),
    "is not an address such as postgresql://user:password@host:5432/kasse",
  ),
);

export const smtpAddress = v.pipe(
  v.string(),
  v.check(
    (value) => /^smtps?:\/\//.test(value) && URL.canParse(value),
    "must be an address such as smtps://user:password@mail.example.ch",
  ),
);
