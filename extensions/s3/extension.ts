import { defineExtension } from "#server/extension/extension.ts";
import { S3 } from "./settings.ts";

/** Stores pictures of documents in S3-compatible object storage. */
export const s3 = defineExtension({
  name: "s3",
  about: "documents in object storage with the interface of S3",
  options: { documents: { s3: S3 } },
  optionTexts: { documents: "`s3`: S3-compatible object storage" },
  addresses: { S3_ENDPOINT: ({ documents }) => (documents.provider === "s3" ? documents.endpoint : null) },
  removed: [[/^S3_TIMEOUT_SECONDS$/, "it is 10 seconds"]],
  library: { folder: "s3", name: "@aws-sdk/client-s3" },
  load: () => import("./running.ts"),
});
