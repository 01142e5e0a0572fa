import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  oppwa: {
    PAYMENT_PROVIDER: "oppwa",
    OPPWA_URL: "https://oppwa.example.ch",
    OPPWA_ENTITY_ID: "1",
    OPPWA_TOKEN: "top-secret",
  },
};
