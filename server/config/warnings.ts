import { EXTENSIONS } from "#extensions/index.ts";
import { nearest } from "./nearest.ts";
import { CHAPTERS } from "./settings.ts";
import { fileNameOf, type Env } from "./source.ts";
import { rowsOf } from "./walk.ts";

/** If this many settings share a prefix, any variable with that prefix is assumed to be meant for Kasse. */
const OWN_PREFIX = 3;

const entries = CHAPTERS.flatMap(({ settings }) => rowsOf(settings).map(({ entry }) => entry));
const known = entries.map(({ name }) => name);
const files = entries.flatMap((entry) => (entry.kind === "setting" && entry.secret ? [fileNameOf(entry.name)] : []));
const names: ReadonlySet<string> = new Set([...known, ...files]);
const prefixes = known
  .map((name) => name.slice(0, name.indexOf("_") + 1))
  .filter((prefix, at, all) => prefix !== "" && all.indexOf(prefix) === at)
  .filter((prefix) => known.filter((name) => name.startsWith(prefix)).length >= OWN_PREFIX);

type Removed = readonly [name: RegExp, instead: string];
type WithRemoved = { readonly removed?: readonly Removed[] };

/** What replaces settings of earlier versions, so that an operator's setting is never silently ignored. */
const REMOVED: readonly Removed[] = [
  [/^LIMIT_/, 'set it in LIMITS (docs/settings.md, "Limits")'],
  [/^SMS_SENDING$/, "SMS_PROVIDER=none stops all texts"],
  [/^(CUSTOMER_BASE|ORDER_WEBHOOK|NUMBER_POOL|ES2PLUS)_KEY(_FILE)?$/, "append the key to the certificate in …_CERT"],
  [/^DATABASE_STATEMENTS$/, "with DATABASE_DIRECT_URL, statements are unnamed, which every pooler supports"],
  [/^NUMBER_POOL_BATCH$/, "NUMBER_POOL_LOW numbers are requested at a time"],
  [/^RETENTION_ORDERS_DAYS$/, "LAW_FILE defines how long orders are kept"],
  [/^RETENTION_(ESIMS|WEBHOOK_EVENTS)_DAYS$/, "it is 90 days"],
  [/^RETENTION_SECRETS_DAYS$/, "it is 7 days"],
  [/^UNORDERED_DOCUMENTS_HOURS$/, "it is 24 hours"],
  [/^UNORDERED_DOCUMENTS_MB_PER_CUSTOMER$/, "it is 15 MB"],
  [/^PAYMENT_EXPIRY_MINUTES$/, "a payment may take 30 minutes"],
  [/^METRICS_MAX_AGE_SECONDS$/, "it is 5 seconds"],
  [/^CUSTOMER_BASE_TIMEOUT_SECONDS$/, "it is 3 seconds"],
  [/^DESK_OIDC_TIMEOUT_SECONDS$/, "it is 5 seconds"],
  [/^PAYMENT_TIMEOUT_SECONDS$/, "it is 10 seconds"],
  ...(EXTENSIONS as readonly WithRemoved[]).flatMap(({ removed = [] }) => removed),
];

/** Returns a warning for each environment variable that is no longer a setting, or looks like a misspelt one. */
export function unknownSettings(env: Env): readonly string[] {
  return Object.keys(env)
    .filter((name) => !names.has(name))
    .flatMap((name) => {
      if (name.startsWith("\u{feff}"))
        return [
          `The first setting, ${name.slice(1)}, is preceded by a byte order mark: save the file of settings without one.`,
        ];
      const gone = REMOVED.find(([pattern]) => pattern.test(name));
      if (gone) return [`${name} is not a setting of Kasse any more: ${gone[1]}.`];
      const meant = nearest(name, [...names]);
      if (meant !== undefined) return [`${name} is not a setting of Kasse; did you mean ${meant}?`];
      return prefixes.some((prefix) => name.startsWith(prefix)) ? [`${name} is not a setting of Kasse.`] : [];
    });
}
