import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  s3: {
    DOCUMENT_STORE: "s3",
    S3_REGION: "ch-1",
    S3_BUCKET: "kasse",
    S3_ACCESS_KEY_ID: "a",
    S3_SECRET_ACCESS_KEY: "top-secret",
  },
};
