import { join } from "node:path";
import type { Config } from "#server/config/config.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { documentFiles } from "./files.ts";
import { s3Documents } from "./s3.ts";

/** The configured store, for the shop and for commands. */
export function connectDocuments({ documents, dataDir }: Config): DocumentStore {
  return documents.provider === "files" ? documentFiles(join(dataDir, "documents")) : s3Documents(documents);
}

/** Where documents are stored, described for the operator. */
export function placeOfDocuments({ documents, dataDir }: Config): string {
  return documents.provider === "s3" ? `the bucket ${documents.bucket}` : dataDir;
}
