import { documentKeys, hexKey } from "../key-schemas.ts";
import { either, s3Prefix, text, webAddress, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** Where pictures of identity documents are stored, and their encryption keys. */
export const DOCUMENTS = {
  documents: choice(
    "DOCUMENT_STORE",
    {
      files: {},
      s3: {
        endpoint: optional("S3_ENDPOINT", webAddress, { about: "the address of the store; Amazon S3 if not set" }),
        region: setting("S3_REGION", text, { about: "its region" }),
        bucket: setting("S3_BUCKET", text, { about: "the bucket" }),
        prefix: setting("S3_PREFIX", s3Prefix, {
          default: "documents/",
          mayBeEmpty: true,
          about: "the prefix of every key",
        }),
        accessKeyId: setting("S3_ACCESS_KEY_ID", text, {
          about: "the id of an access key that may put, get, delete and list there",
        }),
        secretAccessKey: setting("S3_SECRET_ACCESS_KEY", text, {
          secret: true,
          about: "the secret of that access key",
        }),
      },
    },
    {
      namedInProduction: false,
      about: "`files`: encrypted files in the data folder, also in production; `s3`: S3-compatible object storage",
    },
  ),
  documentReading: setting("DOCUMENT_READING", either("on", "off"), {
    default: "on",
    about:
      "whether the machine-readable zone of a document's picture is read and fills the form, on this machine; `off`: shoppers type",
  }),
  documentKeys: optional("DOCUMENT_KEYS", documentKeys, {
    secret: true,
    about:
      "`id:64 hex digits,…`: the first encrypts, all decrypt. If not set, a key in the data folder is used. See below",
  }),
  documentNumberKey: optional("DOCUMENT_NUMBER_KEY", hexKey, {
    secret: true,
    about:
      "64 hexadecimal digits with which document numbers are hashed; never change it. If not set, a key in the data folder is used: with several machines it has to be set",
  }),
} as const;

/** Documents without an order: anyone can store them, so they are few and short-lived. */
export const UNORDERED_DOCUMENTS = {
  unorderedDocuments: {
    megabytes: setting("UNORDERED_DOCUMENTS_MB", wholeNumber(1, 1e7), {
      default: "5000",
      about:
        "maximum size in megabytes of the pictures of all checkouts without an order. Each is stored for 24 hours at most, above three quarters of the maximum for one hour only; at the maximum, no picture is accepted. `kasse_unordered_documents_bytes` in `/metrics` has the current size: raise an alarm at half",
    }),
  },
} as const;

const days = wholeNumber(1, 36_500);

/** Retention times, in days. */
export const RETENTION = {
  retention: {
    documents: optional("RETENTION_DOCUMENTS_DAYS", days, {
      about:
        "pictures of documents, document numbers and PUKs, after the order; if not set, the period in the [law](law.md) of its day (183). An order that is not handed over yet keeps its numbers",
    }),
    checkouts: setting("RETENTION_CHECKOUTS_DAYS", days, {
      default: "30",
      about: "abandoned checkouts, after their last change",
    }),
  },
} as const;
