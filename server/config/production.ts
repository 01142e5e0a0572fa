import { EXTENSIONS } from "#extensions/index.ts";
import { isLoopback } from "./loopback.ts";
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
 * Checks that nothing forbidden in production is set (ASVS 12.2.1, 12.3.1, 12.3.3, 13.4). Returns one sentence per
 * error.
 */
export function productionMistakes(config: Config): readonly string[] {
  const unknown = config.allowPlaintext.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) return [`ALLOW_PLAINTEXT names ${unknown.join(", ")}; it may name ${NAMES.join(", ")}.`];
  if (!config.production) return [];
  const clear = CONNECTIONS.filter(([setting, isClear]) => isClear(config) && !config.allowPlaintext.includes(setting));
  return [
    ...clear.map(
      ([setting]) =>
        `${setting} is a connection in clear text; in production encrypt it (${HOW[setting] ?? "https://"}), or name it in ALLOW_PLAINTEXT if its network is private.`,
    ),
    ...weakSecrets(config),
    ...OF_EXTENSIONS.flatMap(({ forbidden }) => forbidden?.(config) ?? []),
    ...(config.sandboxPassword === null && sandboxesOf(config).length > 0
      ? [
          `SANDBOX_PASSWORD is not set; in production the pages of sandboxes (${sandboxesOf(config).join(", ")}) need it.`,
        ]
      : []),
  ];
}

/** Minimum length of a secret that the operator chooses, in characters. 16 random base64 characters have 96 bits. */
const MIN_LENGTH = 16;

/** Returns the operator's own secrets that are too easy to guess. Secrets issued by a provider are not checked. */
function weakSecrets({
  customers,
  handover,
  stockSecret,
  sandboxPassword,
  documentKeys,
  documentNumberKey,
}: Config): readonly string[] {
  const short: readonly (readonly [string, string | null])[] = [
    ["CUSTOMER_BASE_SECRET", customers.provider === "http" ? customers.secret : null],
    ["ORDER_WEBHOOK_SECRET", handover.provider === "webhook" ? handover.secret : null],
    ["STOCK_SECRET", stockSecret],
    ["SANDBOX_PASSWORD", sandboxPassword],
  ];
  const keys = [
    ...(documentKeys ?? []).map(({ key }) => ["DOCUMENT_KEYS", key] as const),
    ...(documentNumberKey ? [["DOCUMENT_NUMBER_KEY", documentNumberKey] as const] : []),
  ];
  return [
    ...short.flatMap(([name, secret]) =>
      secret !== null && (secret.length < MIN_LENGTH || new Set(secret).size < MIN_LENGTH / 2)
        ? [
            `${name} can be guessed; in production use at least ${MIN_LENGTH} random characters, such as from \`openssl rand -base64 24\`.`,
          ]
        : [],
    ),
    ...keys.flatMap(([name, key]) =>
      new Set(key).size < 8 ? [`${name} has a key that is not random; use \`openssl rand -hex 32\`.`] : [],
    ),
  ];
}

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

/** Returns the settings that select a sandbox with pages. */
function sandboxesOf({ payment, sms, mail, handover }: Config): readonly string[] {
  return [
    ...(payment.provider.startsWith("sandbox") ? ["PAYMENT_PROVIDER"] : []),
    ...(sms.provider === "sandbox" ? ["SMS_PROVIDER"] : []),
    ...(mail.provider === "sandbox" ? ["MAIL_PROVIDER"] : []),
    ...(handover.provider === "sandbox" ? ["ORDER_HANDOVER"] : []),
  ];
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
