import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  worldline: {
    PAYMENT_PROVIDER: "worldline",
    WORLDLINE_URL: "https://connect.example.ch",
    WORLDLINE_MERCHANT_ID: "1",
    WORLDLINE_API_KEY_ID: "a",
    WORLDLINE_API_SECRET: "top-secret",
    WORLDLINE_WEBHOOK_KEYS: "id:top-secret",
  },
};
