import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { resolve } from "node:path";
import * as v from "valibot";
import { isSmdpAddress } from "#core/esim.ts";
import type { CountedBy, Limit } from "#server/platform/http/limits.ts";

/**
 * Schemas for the text of settings. Each message completes the sentence "NAME …"; the parser inserts the value, unless it
 * is a secret.
 */

/** A whole number from `min` to `max`. */
export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => {
      const value = Number(text);
      return text.trim() !== "" && Number.isInteger(value) && value >= min && value <= max;
    }, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
  );

/** Seconds in the environment, milliseconds in the Config. */
export const seconds = (min: number, max: number) =>
  v.pipe(
    wholeNumber(min, max),
    v.transform((value) => value * 1000),
  );

/** A limit for a window of time. */
export const within = (windowSeconds: number, by: CountedBy) =>
  v.pipe(
    wholeNumber(1, 1e9),
    v.transform((count): Limit => ({ count, seconds: windowSeconds, by })),
  );

/** A network, but not half of the internet: an IP address, perhaps with the length of its prefix, or one of the names that proxy-addr knows. */
const isNetwork = (text: string) => {
  const [address = "", bits, ...rest] = text.split("/");
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [least, most] = isIP(address) === 4 ? [8, 32] : [7, 128];
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
  return isIP(address) !== 0 && rest.length === 0 && length >= least && length <= most;
};

/** Which proxies may name the client: none (false), the last N (a number), or those in some networks. */
export const trustedProxies = v.pipe(
  v.string(),
  v.transform((value): false | number | readonly string[] => {
    if (value === "no") return false;
    if (/^[1-9]$/.test(value)) return Number(value);
    return value.split(",").map((part) => part.trim());
  }),
  v.check(
    (proxies) => !Array.isArray(proxies) || proxies.every(isNetwork),
    "must be no, the number of proxies before the shop (1 to 9), or their networks, such as 10.0.0.0/8,fd00::/8",
  ),
);

/** Names of settings, separated by commas; empty means none. Which names are allowed is checked in `production.ts`. */
export const plaintextSettings = v.pipe(
  v.string(),
  v.regex(/^([A-Z0-9_]+(\s*,\s*[A-Z0-9_]+)*)?$/, "must be a list of settings such as SMPP_URL,DATABASE_URL"),
  v.transform((value): readonly string[] =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);

/** One of a few words. */
export const oneOf = <const T extends string>(allowed: readonly T[]) =>
  v.pipe(v.string(), v.picklist(allowed, `must be one of ${allowed.join(", ")}`));

/** One of two words, such as `yes` and `no`: true for the first. */
export const either = (yes: string, no: string) =>
  v.pipe(
    oneOf([yes, no]),
    v.transform((text) => text === yes),
  );

export const text = v.string();

/** Text of at most so many characters. */
export const atMost = (count: number) =>
  v.pipe(v.string(), v.maxLength(count, `must have at most ${count} characters`));

/** A path, made absolute from the working directory. */
export const path = v.pipe(
  v.string(),
  v.transform((value) => resolve(value)),
);

const isWebAddress = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value);

/** An http or https address that is called exactly as it is. */
export const webhookAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, "must be an address such as https://oms.example.ch/orders"),
);

/** An http or https address that paths are appended to; trailing slashes are removed. */
export const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, "must be an address such as https://shop.example.ch"),
  v.transform((value) => value.replace(/\/+$/, "")),
);

/** The http or https address of a whole host: cookies, links and passkeys are for all of it. */
export const originAddress = v.pipe(
  webAddress,
  v.check(
    (value) => new URL(value).pathname === "/" && !/[?#]/.test(value),
    "must be an address without a path, such as https://shop.example.ch",
  ),
);

/** A PostgreSQL address. As in libpq, the host may also be a parameter: `postgresql://user@/kasse?host=/run/postgresql`. */
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

const SMS_CENTRE = /^(smpps?):\/\/([^\s/:@]+)(?::(\d{1,5}))?\/?$/;

/** Host, port and whether TLS is used. The default ports are the registered ones: 2775, and 3550 with TLS. */
export const smsCentre = v.pipe(
  v.string(),
  v.regex(SMS_CENTRE, "must be an address such as smpp://smsc.example.ch:2775, or smpps:// with TLS"),
  v.transform((value) => {
    const [, scheme, host = "", port] = SMS_CENTRE.exec(value) ?? [];
    const tls = scheme === "smpps";
    return { host, port: Number(port ?? (tls ? 3550 : 2775)), tls };
  }),
);

export const smsSender = v.pipe(
  v.string(),
  v.regex(/^(\d{3,15}|[A-Za-z0-9 ._-]{1,11})$/, "must be a number, or a name of at most 11 letters"),
);

/** The SID of a resource at Twilio, by its first letters. */
export const twilioSid = (...kinds: readonly string[]) =>
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^(${kinds.join("|")})[0-9a-fA-F]{32}$`),
      `must begin with ${kinds.join(" or ")}, with 32 hexadecimal digits`,
    ),
  );

export const twilioSender = v.pipe(
  v.string(),
  v.regex(
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/,
    "must be a number such as +41…, a name of at most 11 letters, or a messaging service (MG…)",
  ),
);

const NUMBER_TYPE = /^([0-6])\/(0|1|3|4|6|8|9|10|14|18)$/;

/** Type of number and numbering plan, such as `5/0` (SMPP 3.4, 5.2.5 and 5.2.6). */
export const numberType = v.pipe(
  v.string(),
  v.regex(NUMBER_TYPE, "must be a type of number and a numbering plan of SMPP, such as 1/1 or 5/0"),
  v.transform((value) => {
    const [, ton, npi] = NUMBER_TYPE.exec(value) ?? [];
    return { ton: Number(ton), npi: Number(npi) };
  }),
);

/** The same of MSISDNs with the country code: international, or unknown to the centre. */
export const recipientType = v.pipe(
  numberType,
  v.check(({ ton, npi }) => ton < 2 && npi < 2, "must be 1/1, 1/0, 0/1 or 0/0"),
);

/** Twelve characters at most (SMPP 3.4, 4.1.5). */
export const systemType = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,12}$/, "must have at most 12 ASCII characters"));

/** Content-free text of the operator's own (GSMA SGP.22 5.3.1). */
export const profileType = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,64}$/, "must be 1 to 64 ASCII characters"));
export const secretText = v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"));
export const smdpAddress = v.pipe(v.string(), v.check(isSmdpAddress, "must be a host name such as smdp.example.ch"));

const words = (value: string): readonly string[] =>
  value
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean);

/** One or more of these words, separated by spaces or commas. */
export const someOf = <const T extends string>(allowed: readonly T[]) => {
  const message = `must be a list of what Kasse knows: ${allowed.join(" ")}`;
  return v.pipe(
    v.string(),
    v.transform(words),
    v.array(v.picklist(allowed, message)),
    v.minLength(1, message),
    v.readonly(),
  );
};

/** Origins such as `https://cdn.example`, separated by spaces; empty means none. */
export const originList = v.pipe(
  v.string(),
  v.transform(words),
  v.check(
    (list) => list.every((each) => /^https?:\/\/[^/?#]+$/.test(each) && URL.canParse(each)),
    "must be a list of origins such as https://cdn.example",
  ),
);

/** Names and values such as `3DS2_enrolled=true`, separated by spaces; empty means none. */
export const namedValues = v.pipe(
  v.string(),
  v.transform(words),
  v.check((list) => list.every((each) => /^\w{1,64}=[^=]+$/.test(each)), "must be a list such as 3DS2_enrolled=true"),
  v.transform((list): Readonly<Record<string, string>> =>
    Object.fromEntries(list.map((each) => each.split("=") as [string, string])),
  ),
);

/** Numbers separated by commas; empty means none. */
export const numberList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.check(
    (parts) => parts.every((part) => part === "") || parts.every((part) => /^[1-9]\d{0,8}$/.test(part)),
    "must be a list of numbers such as 1,3,840",
  ),
  v.transform((parts): readonly number[] => parts.filter(Boolean).map(Number)),
);

/** Empty, or a folder name with a trailing slash. */
export const s3Prefix = v.pipe(
  v.string(),
  v.regex(/^([A-Za-z0-9._-]+\/)*$/, "must be empty or end with a slash, such as documents/"),
);

/** A key of any whole number of bytes, from 128 bits. */
export const anyHexKey = v.pipe(
  v.string(),
  v.regex(/^([0-9a-fA-F]{2}){16,256}$/, "must be a key of hexadecimal digits, at least 32 of them"),
  v.transform((value) => Buffer.from(value, "hex")),
);

/** 256 bits. */
export const hexKey = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]{64}$/, "must be a key of 64 hexadecimal digits"),
  v.transform((value) => Buffer.from(value, "hex")),
);

/** `id:secret,…`; there are two while a key is being replaced. */
export const webhookKeys = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim().split(":"))),
  v.check(
    (keys) => keys.every((parts) => parts.length === 2 && parts.every(Boolean)),
    "must be a list of id:secret, as Worldline's pages show them",
  ),
  v.transform((keys): readonly { id: string; secret: string }[] =>
    keys.map(([id = "", secret = ""]) => ({ id, secret })),
  ),
);

const DOCUMENT_KEY = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/;

/** `id:<64 hex digits>,…`: the first key encrypts, all of them decrypt. */
export const documentKeys = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.check(
    (parts) => parts.every((part) => DOCUMENT_KEY.test(part)),
    "must be a list of id:key, each key 64 hexadecimal digits, such as k1:4f2a…",
  ),
  v.transform((parts): readonly { id: string; key: Buffer }[] =>
    parts.map((part) => {
      const [, id = "", key = ""] = DOCUMENT_KEY.exec(part) ?? [];
      return { id, key: Buffer.from(key, "hex") };
    }),
  ),
  v.check(
    (keys) => repeatedId(keys) === null,
    ({ input }) => `names "${repeatedId(input)}" twice; every key needs a unique id`,
  ),
);

function repeatedId(keys: readonly { id: string }[]): string | null {
  return keys.find(({ id }, at) => keys.findIndex((other) => other.id === id) !== at)?.id ?? null;
}

/** PEM text that `read` accepts. */
const pem = (read: (value: string) => unknown, message: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      try {
        read(value);
        return true;
      } catch {
        return false;
      }
    }, message),
  );

export const certificate = pem((value) => new X509Certificate(value), "must be a certificate in PEM form");
export const privateKey = pem((value) => createPrivateKey(value), "must be an unencrypted private key in PEM form");
