import { documentKeys, s3Prefix, seconds, text, webAddress, wholeNumber } from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** Where pictures of identity documents are kept, and with which keys. */
export const DOCUMENTS = {
  documents: choice(
    "DOCUMENT_STORE",
    {
      files: {},
      s3: {
        endpoint: optional("S3_ENDPOINT", webAddress, { about: "the store; Amazon's where not set" }),
        region: setting("S3_REGION", text, { about: "its region" }),
        bucket: setting("S3_BUCKET", text, { about: "the bucket" }),
        prefix: setting("S3_PREFIX", s3Prefix, {
          default: "documents/",
          mayBeEmpty: true,
          about: "what stands before every key",
        }),
        accessKeyId: setting("S3_ACCESS_KEY_ID", text, { about: "who may put, get, delete and list there" }),
        secretAccessKey: setting("S3_SECRET_ACCESS_KEY", text, { secret: true, about: "the secret of that key" }),
        timeoutMs: setting("S3_TIMEOUT_SECONDS", seconds(1, 120), {
          default: "10",
          about: "how many seconds the store may take to answer",
        }),
      },
    },
    {
      namedInProduction: false,
      about: "`files`: encrypted files in the data folder, in production too; `s3`: S3-compatible object storage",
    },
  ),
  documentKeys: optional("DOCUMENT_KEYS", documentKeys, {
    secret: true,
    about: "`id:64 hex digits,…`: the first encrypts, all decrypt; one in the data folder where not set. See below",
  }),
} as const;

const days = wholeNumber(1, 36_500);

/** Days. */
export const RETENTION = {
  retention: {
    documents: setting("RETENTION_DOCUMENTS_DAYS", days, {
      default: "183",
      about:
        "pictures of documents, document numbers and PUKs, from the order on; an order that is not handed over yet keeps its numbers",
    }),
    checkouts: setting("RETENTION_CHECKOUTS_DAYS", days, {
      default: "30",
      about: "checkouts that nobody came back to, from their last change on",
    }),
    esims: setting("RETENTION_ESIMS_DAYS", days, {
      default: "90",
      about: "activation codes of eSIMs, from the order on",
    }),
    secrets: setting("RETENTION_SECRETS_DAYS", days, {
      default: "7",
      about: "login codes, password links, links for a phone, logins and counts of tries that are over",
    }),
    webhookEvents: setting("RETENTION_WEBHOOK_EVENTS_DAYS", days, {
      default: "90",
      about: "ids of webhook events, by which repeated ones are recognised",
    }),
  },
} as const;
