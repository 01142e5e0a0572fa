import { text, webAddress } from "#server/config/schemas.ts";
import { optional, setting } from "#server/config/setting.ts";
import { s3Prefix } from "./schemas.ts";

/** A bucket of S3-compatible object storage: `DOCUMENT_STORE=s3`. */
export const S3 = {
  endpoint: optional("S3_ENDPOINT", webAddress, { about: "the address of the store; Amazon S3 if not set" }),
  region: setting("S3_REGION", text, { about: "its region" }),
  bucket: setting("S3_BUCKET", text, { about: "the bucket" }),
  prefix: setting("S3_PREFIX", s3Prefix, {
    default: "documents/",
    mayBeEmpty: true,
    about: "the prefix of every key",
  }),
  accessKeyId: setting("S3_ACCESS_KEY_ID", text, {
    about: "an access key that may put, get, delete and list there",
  }),
  secretAccessKey: setting("S3_SECRET_ACCESS_KEY", text, {
    secret: true,
    about: "its secret",
  }),
} as const;

declare module "#server/config/options.ts" {
  interface DocumentOptions {
    readonly s3: typeof S3;
  }
}
