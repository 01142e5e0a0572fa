import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { isSmdpAddress } from "#core/esim.ts";

/** One sentence that tells an operator which setting is wrong and how to mend it. */
export class SettingError extends Error {}

export type Config = ReturnType<typeof readConfig>;
export type Limits = Config["limits"];
export type Retention = Config["retention"];

/** Reads every setting once, from the environment (the only place that does); throws a SettingError that names the setting at fault. */
export function readConfig(env: Env = process.env) {
  const port = wholeNumber(env, "PORT", 3000, 0, 65_534);
  const production = env["NODE_ENV"] === "production";
  const publicUrl = address(env, "PUBLIC_URL", `http://localhost:${port}`);
  return Object.freeze({
    production,
    host: env["HOST"] ?? (production ? "0.0.0.0" : "127.0.0.1"),
    port,
    publicUrl,
    dataDir: resolve(env["DATA_DIR"] || ".data"),
    databaseUrl: databaseUrl(env["DATABASE_URL"]),
    databasePool: wholeNumber(env, "DATABASE_POOL", 20, 2, 200),
    catalogueDir: resolve(env["CATALOGUE_DIR"] || "demo/catalogue"),
    brandFile: resolve(env["BRAND_FILE"] || "brands/alpenfon/brand.json"),
    summaryStep: oneOf(env, "SUMMARY_STEP", ["skip", "show"]),
    logLevel: oneOf(env, "LOG_LEVEL", ["info", "debug", "warn", "error", "silent"]),
    trustProxy: oneOf(env, "TRUST_PROXY", ["no", "yes"]) === "yes",
    payment: sandboxOrNamed(env, production, "PAYMENT_PROVIDER", [
      "sandbox-hosted",
      "sandbox-widget",
      "worldline",
      "oppwa",
    ]),
    paymentSandboxPort: wholeNumber(env, "PAYMENT_SANDBOX_PORT", port === 0 ? 0 : port + 1, 0, 65_535),
    paymentExpiryMinutes: wholeNumber(env, "PAYMENT_EXPIRY_MINUTES", 30, 1, 24 * 60),
    paymentTimeoutMs: 1000 * wholeNumber(env, "PAYMENT_TIMEOUT_SECONDS", 10, 1, 60),
    oppwa: {
      url: env["OPPWA_URL"] ? address(env, "OPPWA_URL", "") : null,
      entityId: env["OPPWA_ENTITY_ID"] || null,
      token: env["OPPWA_TOKEN"] || null,
      brands: brands(env["OPPWA_BRANDS"] || "VISA MASTER PAYPAL"),
      webhookKey: key256(env, "OPPWA_WEBHOOK_KEY"),
    },
    worldline: {
      url: env["WORLDLINE_URL"] ? address(env, "WORLDLINE_URL", "") : null,
      merchantId: env["WORLDLINE_MERCHANT_ID"] || null,
      apiKeyId: env["WORLDLINE_API_KEY_ID"] || null,
      apiSecret: env["WORLDLINE_API_SECRET"] || null,
      webhookKeys: webhookKeys(env["WORLDLINE_WEBHOOK_KEYS"]),
      variant: env["WORLDLINE_VARIANT"] || null,
      products: numbers(env, "WORLDLINE_PRODUCTS"),
    },
    sms: sandboxOrNamed(env, production, "SMS_PROVIDER", ["sandbox", "smpp"]),
    /** The stop switch against SMS pumping. */
    smsSending: oneOf(env, "SMS_SENDING", ["on", "off"]) === "on",
    smpp: {
      centre: smsCentre(env["SMPP_URL"]),
      systemId: env["SMPP_SYSTEM_ID"] || null,
      password: env["SMPP_PASSWORD"] || null,
      sender: smsSender(env["SMPP_SENDER"]),
      timeoutMs: 1000 * wholeNumber(env, "SMPP_TIMEOUT_SECONDS", 5, 1, 60),
      enquireMs: 1000 * wholeNumber(env, "SMPP_ENQUIRE_SECONDS", 30, 1, 600),
    },
    mail: sandboxOrNamed(env, production, "MAIL_PROVIDER", ["sandbox", "smtp"]),
    smtpUrl: env["SMTP_URL"] ?? null,
    customers: sandboxOrNamed(env, production, "CUSTOMER_BASE", ["sandbox", "http"]),
    customerBase: {
      url: env["CUSTOMER_BASE_URL"] ? address(env, "CUSTOMER_BASE_URL", "") : null,
      secret: env["CUSTOMER_BASE_SECRET"] || null,
      timeoutMs: 1000 * wholeNumber(env, "CUSTOMER_BASE_TIMEOUT_SECONDS", 3, 1, 30),
    },
    handover: sandboxOrNamed(env, production, "ORDER_HANDOVER", ["sandbox", "webhook"]),
    handoverUrl: env["ORDER_WEBHOOK_URL"] ?? null,
    handoverSecret: env["ORDER_WEBHOOK_SECRET"] ?? null,
    esim: sandboxOrNamed(env, production, "ESIM_PROVIDER", ["sandbox", "es2plus"]),
    es2Plus: {
      url: env["ES2PLUS_URL"] ? address(env, "ES2PLUS_URL", "") : null,
      requester: env["ES2PLUS_REQUESTER"] || null,
      smdpAddress: smdpAddress(env["ES2PLUS_SMDP_ADDRESS"]),
      certFile: env["ES2PLUS_CERT_FILE"] || null,
      keyFile: env["ES2PLUS_KEY_FILE"] || null,
    },
    documentStore: oneOf(env, "DOCUMENT_STORE", ["files", "s3"]),
    s3: {
      endpoint: env["S3_ENDPOINT"] ? address(env, "S3_ENDPOINT", "") : null,
      region: env["S3_REGION"] || null,
      bucket: env["S3_BUCKET"] || null,
      prefix: s3Prefix(env["S3_PREFIX"] ?? "documents/"),
      accessKeyId: env["S3_ACCESS_KEY_ID"] || null,
      secretAccessKey: env["S3_SECRET_ACCESS_KEY"] || null,
      timeoutMs: 1000 * wholeNumber(env, "S3_TIMEOUT_SECONDS", 10, 1, 120),
    },
    documentKeys: documentKeys(env["DOCUMENT_KEYS"]),
    /** Who works at this machine, beside the user of the system, for the records of who read a document. */
    operator: env["SUDO_USER"] || null,
    /** Days. */
    retention: {
      documents: wholeNumber(env, "RETENTION_DOCUMENTS_DAYS", 183, 1, 36_500),
      checkouts: wholeNumber(env, "RETENTION_CHECKOUTS_DAYS", 30, 1, 36_500),
      esims: wholeNumber(env, "RETENTION_ESIMS_DAYS", 90, 1, 36_500),
      secrets: wholeNumber(env, "RETENTION_SECRETS_DAYS", 7, 1, 36_500),
      webhookEvents: wholeNumber(env, "RETENTION_WEBHOOK_EVENTS_DAYS", 90, 1, 36_500),
    },
    limits: {
      codesPerNumber: { count: wholeNumber(env, "LIMIT_CODES_PER_NUMBER", 5, 1, 1e9), seconds: 3600 },
      codesInAll: { count: wholeNumber(env, "LIMIT_CODES_IN_ALL", 1000, 1, 1e9), seconds: 3600 },
      codesPerAddress: { count: wholeNumber(env, "LIMIT_CODES_PER_ADDRESS", 30, 1, 1e9), seconds: 3600 },
      passwordsPerAccount: { count: wholeNumber(env, "LIMIT_PASSWORDS_PER_ACCOUNT", 10, 1, 1e9), seconds: 900 },
      passwordsPerAddress: { count: wholeNumber(env, "LIMIT_PASSWORDS_PER_ADDRESS", 100, 1, 1e9), seconds: 900 },
      registrationsPerAddress: {
        count: wholeNumber(env, "LIMIT_REGISTRATIONS_PER_ADDRESS", 200, 1, 1e9),
        seconds: 3600,
      },
      resetsPerAddress: { count: wholeNumber(env, "LIMIT_RESETS_PER_ADDRESS", 30, 1, 1e9), seconds: 3600 },
      photoLinksPerCheckout: { count: wholeNumber(env, "LIMIT_PHOTO_LINKS_PER_CHECKOUT", 20, 1, 1e9), seconds: 3600 },
      photosPerAddress: { count: wholeNumber(env, "LIMIT_PHOTOS_PER_ADDRESS", 100, 1, 1e9), seconds: 900 },
      addressSearchPerSecond: wholeNumber(env, "LIMIT_ADDRESS_SEARCH", 20, 1, 1e9),
    },
  });
}

/** A setting that another one needs; throws a SettingError where it is missing. */
export function needed<T>(value: T | null, name: string, because: string): T {
  if (value !== null) return value;
  throw new SettingError(`${name} is not set, and ${because} needs it.`);
}

type Env = Readonly<Record<string, string | undefined>>;

function wholeNumber(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new SettingError(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
}

function oneOf<const T extends string>(env: Env, name: string, allowed: readonly [T, ...T[]]): T {
  const text = env[name] || allowed[0];
  const value = allowed.find((each) => each === text);
  if (value) return value;
  throw new SettingError(`${name} is "${text}"; it must be one of ${allowed.join(", ")}.`);
}

/** A sandbox is the default on a developer's machine and must be asked for by name in production (decisions, edges). */
function sandboxOrNamed<const T extends string>(
  env: Env,
  production: boolean,
  name: string,
  allowed: readonly [T, ...T[]],
): T {
  if (production && !env[name]) {
    throw new SettingError(
      `${name} is not set; in production choose one of ${allowed.join(", ")}. Sandboxes are never fallen into.`,
    );
  }
  return oneOf(env, name, allowed);
}

function address(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new SettingError(`${name} is "${text}"; it must be an address such as https://shop.example.ch.`);
}

function smdpAddress(text: string | undefined): string | null {
  if (!text) return null;
  if (isSmdpAddress(text)) return text;
  throw new SettingError(`ES2PLUS_SMDP_ADDRESS is "${text}"; it must be a host name such as smdp.example.ch.`);
}

function databaseUrl(text: string | undefined): string | null {
  if (!text) return null;
  // As libpq has it, the host may be left out here and named behind: postgresql://user@/kasse?host=/run/postgresql
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace("@/", "@socket/"))) return text;
  throw new SettingError("DATABASE_URL is not an address such as postgresql://user:password@host:5432/kasse.");
}

/** Brands of a payment widget, in the platform's words. */
function brands(text: string): readonly string[] {
  const list = text.trim().split(/[\s,]+/);
  if (list.every((brand) => /^[A-Z0-9_]{2,32}$/.test(brand))) return list;
  throw new SettingError(`OPPWA_BRANDS is "${text}"; it must be a list of brands such as VISA MASTER PAYPAL.`);
}

function key256(env: Env, name: string): Buffer | null {
  const text = env[name];
  if (!text) return null;
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, "hex");
  throw new SettingError(`${name} must be a key of 64 hexadecimal digits.`);
}

function smsCentre(text: string | undefined): { host: string; port: number; tls: boolean } | null {
  if (!text) return null;
  const match = /^(smpps?):\/\/([^\s/:@]+)(?::(\d{1,5}))?\/?$/.exec(text);
  if (!match)
    throw new SettingError(`SMPP_URL must be an address such as smpp://smsc.example.ch:2775, or smpps:// with TLS.`);
  const tls = match[1] === "smpps";
  return { host: match[2] ?? "", port: Number(match[3] ?? (tls ? 3550 : 2775)), tls };
}

function smsSender(text: string | undefined): string | null {
  if (!text) return null;
  if (/^\d{3,15}$/.test(text) || /^[A-Za-z0-9 ._-]{1,11}$/.test(text)) return text;
  throw new SettingError(`SMPP_SENDER is "${text}"; it must be a number, or a name of at most 11 letters.`);
}

/** Empty, or a folder's name with its slash. */
function s3Prefix(text: string): string {
  if (/^([A-Za-z0-9._-]+\/)*$/.test(text)) return text;
  throw new SettingError(`S3_PREFIX is "${text}"; it must be empty or end with a slash, such as documents/.`);
}

function numbers(env: Env, name: string): readonly number[] {
  const parts = (env[name] ?? "").split(",").map((part) => part.trim());
  if (parts.every((part) => part === "")) return [];
  if (parts.every((part) => /^[1-9]\d{0,8}$/.test(part))) return parts.map(Number);
  throw new SettingError(`${name} is "${env[name]}"; it must be a list of numbers such as 1,3,840.`);
}

/** `WORLDLINE_WEBHOOK_KEYS=<id>:<secret>,…`; two while they are changed. The sentence repeats no secret. */
function webhookKeys(text: string | undefined): readonly { id: string; secret: string }[] | null {
  if (!text) return null;
  return text.split(",").map((part) => {
    const [id, secret, ...more] = part.trim().split(":");
    if (id && secret && more.length === 0) return { id, secret };
    throw new SettingError("WORLDLINE_WEBHOOK_KEYS must be a list of id:secret, as Worldline's pages show them.");
  });
}

/** `DOCUMENT_KEYS=<id>:<64 hex digits>,…`: the first key encrypts, all of them decrypt. Absent: kept in the data folder. */
function documentKeys(text: string | undefined): readonly { id: string; key: Buffer }[] | null {
  if (!text) return null;
  const keys = text.split(",").map((part) => {
    const match = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/.exec(part.trim());
    if (!match)
      throw new SettingError(
        `DOCUMENT_KEYS must be a list of id:key, each key 64 hexadecimal digits, such as k1:${randomBytes(4).toString("hex")}….`,
      );
    return { id: match[1] ?? "", key: Buffer.from(match[2] ?? "", "hex") };
  });
  const twice = keys.find((key, at) => keys.findIndex(({ id }) => id === key.id) !== at);
  if (twice) throw new SettingError(`DOCUMENT_KEYS names "${twice.id}" twice; every key needs an id of its own.`);
  return keys;
}
