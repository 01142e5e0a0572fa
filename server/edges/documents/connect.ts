import { join } from "node:path";
import { needed, type Config } from "#server/config.ts";
import type { DocumentStore } from "#server/sale/document/document-store.ts";
import { documentFiles } from "./files.ts";
import { s3Documents } from "./s3.ts";

/** The store of the settings, for the shop and its commands alike. */
export function connectDocuments({ documentStore, dataDir, s3 }: Config): DocumentStore {
  if (documentStore === "files") return documentFiles(join(dataDir, "documents"));
  const because = "DOCUMENT_STORE=s3";
  return s3Documents({
    ...s3,
    region: needed(s3.region, "S3_REGION", because),
    bucket: needed(s3.bucket, "S3_BUCKET", because),
    accessKeyId: needed(s3.accessKeyId, "S3_ACCESS_KEY_ID", because),
    secretAccessKey: needed(s3.secretAccessKey, "S3_SECRET_ACCESS_KEY", because),
  });
}

/** Where documents lie, in words for the operator. */
export function placeOfDocuments({ documentStore, dataDir, s3 }: Config): string {
  return documentStore === "s3" ? `the bucket ${s3.bucket ?? ""}` : dataDir;
}
