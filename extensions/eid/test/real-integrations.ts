import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  swiyu: {
    EID: "swiyu",
    EID_URL: "https://verifier.internal.example.ch",
    EID_WEBHOOK_KEY: "top-secret-top-secret-top-secret-",
    EID_ISSUERS: "did:webvh:example.ch",
  },
};
