import { EXTENSIONS } from "#extensions/index.ts";
import { addedTo } from "./options.ts";
import { rowsOf } from "./walk.ts";
import type { Chapter, ConfigOf } from "./setting.ts";
import { DESK } from "./table/desk.ts";
import { DOCUMENT_FILES, DOCUMENTS, RETENTION, UNORDERED_DOCUMENTS } from "./table/documents.ts";
import { MESSAGES, NO_EID, OPERATOR_SYSTEMS, TEXTS } from "./table/integrations.ts";
import { LIMIT_SETTINGS } from "./table/limits.ts";
import { PAYMENT, SANDBOXES } from "./table/payment.ts";
import { SERVER } from "./table/server.ts";
import { SHOP } from "./table/shop.ts";

const BEFORE_EXTENSIONS = [
  { title: "Server and data", settings: SERVER },
  { title: "What is sold", settings: SHOP },
  { title: "Payment", settings: PAYMENT },
  { title: "Texts and mails", settings: MESSAGES },
  { title: "The operator's systems", settings: OPERATOR_SYSTEMS },
  { title: "The desk", settings: DESK },
] as const;
const AFTER_EXTENSIONS = [
  { title: "Identity documents", settings: DOCUMENTS },
  { title: "Identity documents without an order", settings: UNORDERED_DOCUMENTS },
  { title: "Retention times (days)", settings: RETENTION },
  { title: "Limits", settings: LIMIT_SETTINGS },
] as const;

/**
 * Every setting of Kasse, by its chapter in docs/settings.md. The type `Config`, the parser, the documentation and
 * `kasse config check` are derived from this table.
 */
export const CHAPTERS: readonly Chapter[] = [
  ...BEFORE_EXTENSIONS,
  ...(EXTENSIONS as readonly { readonly chapter?: Chapter }[]).flatMap(({ chapter }) => (chapter ? [chapter] : [])),
  ...AFTER_EXTENSIONS,
];

const ADDED_OPTIONS = (["payment", "sms", "documents", "eid"] as const).flatMap((port) => Object.keys(addedTo(port)));

/** The names of the core's own settings, without those that only an added option needs. */
export const CORE_SETTINGS: readonly string[] = [...BEFORE_EXTENSIONS, ...AFTER_EXTENSIONS].flatMap(({ settings }) =>
  rowsOf(settings).flatMap(({ entry, neededBy }) =>
    neededBy.length === 0 || neededBy.some((option) => !ADDED_OPTIONS.includes(option)) ? [entry.name] : [],
  ),
);

/** The core's own options of each choice that extensions add options to. */
export const OWN_OPTIONS = {
  payment: { setting: "PAYMENT_PROVIDER", options: ["none", ...Object.keys(SANDBOXES)] },
  sms: { setting: "SMS_PROVIDER", options: Object.keys(TEXTS) },
  documents: { setting: "DOCUMENT_STORE", options: Object.keys(DOCUMENT_FILES) },
  eid: { setting: "EID", options: Object.keys(NO_EID) },
} as const;

/**
 * The parsed settings of the extensions, which add them (`server/extension/extension.ts`).
 *
 * @public for extensions
 */
export interface ExtensionConfig {}

type CoreChapter = (typeof BEFORE_EXTENSIONS | typeof AFTER_EXTENSIONS)[number];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The parsed settings of all chapters in one object. */
export type Config = Intersection<ConfigOf<CoreChapter["settings"]>> &
  ExtensionConfig & {
    /** The person who ran the command with `sudo`; null without `sudo`. */
    readonly operator: string | null;
  };
