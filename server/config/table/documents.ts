import { documentKeys, hexKey } from "../key-schemas.ts";
import { aboutWithAdded, withAdded } from "../options.ts";
import { either, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** How Kasse itself stores pictures. */
export const DOCUMENT_FILES = { files: {} };

/** Where pictures of identity documents are stored, and the keys that encrypt them. */
export const DOCUMENTS = {
  documents: choice("DOCUMENT_STORE", withAdded("documents", DOCUMENT_FILES), {
    namedInProduction: false,
    about: aboutWithAdded("documents", "`files`: encrypted files in the data folder, also in production"),
  }),
  documentReading: setting("DOCUMENT_READING", either("on", "off"), {
    default: "on",
    about: "whether this machine reads a document's machine-readable zone to fill the form",
  }),
  documentKeys: optional("DOCUMENT_KEYS", documentKeys, {
    secret: true,
    about:
      "`id:64 hex digits,…`: the first encrypts, all decrypt; otherwise a key in the data folder. [How to change it](#keys-of-the-documents)",
  }),
  documentNumberKey: optional("DOCUMENT_NUMBER_KEY", hexKey, {
    secret: true,
    about:
      "64 hex digits that hash document numbers; never change it. Otherwise a key in the data folder; several machines need the setting",
  }),
} as const;

/** Limits for documents without an order. Anyone can upload them, so they must be few and short-lived. */
export const UNORDERED_DOCUMENTS = {
  unorderedDocuments: {
    megabytes: setting("UNORDERED_DOCUMENTS_MB", wholeNumber(1, 1e7), {
      default: "5000",
      about:
        "maximum megabytes of the pictures of all checkouts without an order; more are refused. Each is stored for 24 hours, above three quarters of the maximum for one hour. Raise an alarm if `kasse_unordered_documents_bytes` reaches half",
    }),
  },
} as const;

const days = wholeNumber(1, 36_500);

/** Retention times, in days. */
export const RETENTION = {
  retention: {
    documents: optional("RETENTION_DOCUMENTS_DAYS", days, {
      about:
        "pictures of documents, document numbers and PUKs, after the order; if not set, as the [law](law.md) says (183). An order keeps its numbers until it is handed over",
    }),
    checkouts: setting("RETENTION_CHECKOUTS_DAYS", days, {
      default: "30",
      about: "abandoned checkouts, after their last change",
    }),
  },
} as const;
