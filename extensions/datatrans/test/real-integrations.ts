import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  datatrans: {
    PAYMENT_PROVIDER: "datatrans",
    DATATRANS_MERCHANT_ID: "1",
    DATATRANS_PASSWORD: "top-secret",
  },
};
