import type { RealIntegrations } from "#test/support/real-integrations.ts";

export const REAL_INTEGRATIONS: RealIntegrations = {
  smpp: {
    SMS_PROVIDER: "smpp",
    SMPP_URL: "smpp://smsc.example.ch",
    SMPP_SYSTEM_ID: "kasse",
    SMPP_PASSWORD: "secret",
    SMPP_SENDER: "Alpenfon",
  },
};
