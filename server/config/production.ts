import { EXTENSIONS } from "#extensions/index.ts";
import { isLoopback } from "./loopback.ts";
import { nearest } from "./nearest.ts";
import { whereReadable, type Rule } from "./rule.ts";
import type { Config } from "./settings.ts";

/** What an extension says about production (`server/extension/extension.ts`). */
type OfExtension = {
  readonly addresses?: Readonly<Record<string, (config: Config) => string | null>>;
  readonly connections?: Readonly<Record<string, { isClear(config: Config): boolean; readonly encrypted: string }>>;
  readonly forbidden?: (config: Config) => readonly string[];
};
const OF_EXTENSIONS = EXTENSIONS as readonly OfExtension[];

/** Connections that carry passwords or personal data: the setting of each, and whether it is unencrypted. */
const CONNECTIONS: readonly (readonly [setting: string, isClear: (config: Config) => boolean])[] = [
  ["PUBLIC_URL", ({ publicUrl }) => !publicUrl.startsWith("https:")],
  ["DESK_URL", ({ deskUrl }) => deskUrl !== null && isClearWeb(deskUrl)],
  ["DESK_OIDC_ISSUER", ({ deskLogin }) => deskLogin.provider === "oidc" && isClearWeb(deskLogin.issuer)],
  ["DATABASE_URL", ({ databaseUrl }) => databaseUrl !== null && isClearDatabase(databaseUrl)],
  ["DATABASE_DIRECT_URL", ({ directUrl }) => directUrl !== null && isClearDatabase(directUrl)],
  ["MIGRATION_DATABASE_URL", ({ migrationUrl }) => migrationUrl !== null && isClearDatabase(migrationUrl)],
  ["DATABASE_READ_URL", ({ readUrl }) => readUrl !== null && isClearDatabase(readUrl)],
  ["SMTP_URL", ({ mail }) => mail.provider === "smtp" && isClearMail(mail.url)],
  ["TWILIO_URL", ({ sms }) => sms.provider === "twilio" && isClearWeb(sms.url)],
  ["CUSTOMER_BASE_URL", ({ customers }) => customers.provider === "http" && isClearWeb(customers.url)],
  ["ORDER_WEBHOOK_URL", ({ handover }) => handover.provider === "webhook" && isClearWeb(handover.url)],
  ["NUMBER_POOL_URL", ({ numberPool }) => numberPool.provider === "tmf685" && isClearWeb(numberPool.url)],
  ["NETWORK_URL", ({ network }) => network.provider === "camara" && isClearWeb(network.url)],
  ["NETWORK_TOKEN_URL", ({ network }) => network.provider === "camara" && isClearWeb(network.tokenUrl)],
  ["ES2PLUS_URL", ({ esim }) => esim.provider === "es2plus" && isClearWeb(esim.url)],
  ...OF_EXTENSIONS.flatMap(({ addresses = {}, connections = {} }) => [
    ...Object.entries(addresses).map(([setting, addressIn]) => {
      const isClear = (config: Config) => {
        const address = addressIn(config);
        return address !== null && isClearWeb(address);
      };
      return [setting, isClear] as const;
    }),
    ...Object.entries(connections).map(([setting, { isClear }]) => [setting, isClear] as const),
  ]),
];

const NAMES = CONNECTIONS.map(([setting]) => setting);

/**
 * Checks that nothing forbidden in production is set (ASVS 12.2.1, 12.3.1, 12.3.3, 13.4). The names in ALLOW_PLAINTEXT
 * are checked everywhere.
 */
export const PRODUCTION_RULES: readonly Rule[] = [
  unknownNames,
  ...[
    ...CONNECTIONS.map(
      ([setting, isClear]): Rule =>
        (config) =>
          isClear(config) && !config.allowPlaintext.some((name) => names(name, setting)) ? [clearText(setting)] : [],
    ),
    ...secretRules(),
    ...OF_EXTENSIONS.flatMap(({ forbidden }): readonly Rule[] => (forbidden ? [forbidden] : [])),
    sandboxPassword,
  ].map(
    (rule): Rule =>
      (config) =>
        config.production ? rule(config) : [],
  ),
];

function unknownNames({ allowPlaintext }: Config): readonly string[] {
  const unknown = allowPlaintext.filter((name) => !NAMES.includes(name));
  return unknown.length === 0 ? [] : [`ALLOW_PLAINTEXT names ${unknown.join(", ")}; it may name ${NAMES.join(", ")}.`];
}

/** Whether a name in ALLOW_PLAINTEXT is that of a setting, or a misspelt one, which `unknownNames` reports. */
const names = (name: string, setting: string) =>
  name === setting || (!NAMES.includes(name) && nearest(name, NAMES) === setting);

const clearText = (setting: string) =>
  `${setting} is a connection in clear text; in production encrypt it (${HOW[setting] ?? "https://"}), or name it in ALLOW_PLAINTEXT if its network is private.`;

/** Minimum length of a secret that the operator chooses, in characters. 16 random base64 characters have 96 bits. */
const MIN_LENGTH = 16;

/** Rules for the operator's own secrets, which must not be easy to guess. Those issued by a provider have none. */
function secretRules(): readonly Rule[] {
  const secrets: readonly (readonly [string, (config: Config) => string | null])[] = [
    ["CUSTOMER_BASE_SECRET", ({ customers }) => (customers.provider === "http" ? customers.secret : null)],
    ["ORDER_WEBHOOK_SECRET", ({ handover }) => (handover.provider === "webhook" ? handover.secret : null)],
    ["STOCK_SECRET", ({ stockSecret }) => stockSecret],
    ["SANDBOX_PASSWORD", ({ sandboxPassword: password }) => password],
  ];
  return [
    ...secrets.map(([name, secretIn]): Rule => (config) => {
      const secret = secretIn(config);
      return secret !== null && (secret.length < MIN_LENGTH || new Set(secret).size < MIN_LENGTH / 2)
        ? [
            `${name} can be guessed; in production use at least ${MIN_LENGTH} random characters, such as from \`openssl rand -base64 24\`.`,
          ]
        : [];
    }),
    ({ documentKeys }) => (documentKeys ?? []).flatMap(({ key }) => weakKey("DOCUMENT_KEYS", key)),
    ({ documentNumberKey }) => (documentNumberKey ? weakKey("DOCUMENT_NUMBER_KEY", documentNumberKey) : []),
  ];
}

const weakKey = (name: string, key: Uint8Array): readonly string[] =>
  new Set(key).size < 8 ? [`${name} has a key that is not random; use \`openssl rand -hex 32\`.`] : [];

const ENCRYPTED_DATABASE = "sslmode=verify-full, or a socket";

const HOW: Readonly<Record<string, string>> = {
  DATABASE_URL: ENCRYPTED_DATABASE,
  DATABASE_DIRECT_URL: ENCRYPTED_DATABASE,
  DATABASE_READ_URL: ENCRYPTED_DATABASE,
  MIGRATION_DATABASE_URL: ENCRYPTED_DATABASE,
  SMTP_URL: "smtps://, or smtp:// with ?requireTLS=true",
  ...Object.fromEntries(
    OF_EXTENSIONS.flatMap(({ connections = {} }) =>
      Object.entries(connections).map(([setting, { encrypted }]) => [setting, encrypted]),
    ),
  ),
};

/** The settings that select a sandbox with pages. */
const SANDBOXES: readonly (readonly [setting: string, isSandbox: (config: Config) => boolean])[] = [
  ["PAYMENT_PROVIDER", ({ payment }) => payment.provider.startsWith("sandbox")],
  ["SMS_PROVIDER", ({ sms }) => sms.provider === "sandbox"],
  ["MAIL_PROVIDER", ({ mail }) => mail.provider === "sandbox"],
  ["ORDER_HANDOVER", ({ handover }) => handover.provider === "sandbox"],
];

function sandboxPassword(config: Config): readonly string[] {
  if (config.sandboxPassword !== null) return [];
  const sandboxes = SANDBOXES.filter(([, isSandbox]) => whereReadable(() => isSandbox(config)) ?? false);
  const named = sandboxes.map(([setting]) => setting).join(", ");
  return named === "" ? [] : [`SANDBOX_PASSWORD is not set; in production the pages of sandboxes (${named}) need it.`];
}

function isClearWeb(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== "https:" && !isLoopback(hostname);
}

function isClearMail(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address);
  return protocol !== "smtps:" && searchParams.get("requireTLS") !== "true" && !isLoopback(hostname);
}

/** SSL modes in which node-postgres only connects with TLS and a valid certificate. */
const SAFE_MODES: ReadonlySet<string | null> = new Set(["require", "verify-ca", "verify-full"]);

function isClearDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address.replace("@/", "@socket/"));
  const host = searchParams.get("host") ?? hostname;
  return !host.startsWith("/") && !isLoopback(host) && !SAFE_MODES.has(searchParams.get("sslmode"));
}
