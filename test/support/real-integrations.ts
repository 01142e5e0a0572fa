export type RealIntegrations = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OF_EXTENSIONS = import.meta.glob<{ readonly REAL_INTEGRATIONS: RealIntegrations }>(
  "../../extensions/*/test/real-integrations.ts",
  { eager: true },
);

/** The settings that each real integration needs, for tests. The first setting selects it. */
export const REAL_INTEGRATIONS: RealIntegrations = {
  ...(Object.assign({}, ...Object.values(OF_EXTENSIONS).map((each) => each.REAL_INTEGRATIONS)) as RealIntegrations),
  http: { CUSTOMER_BASE: "http", CUSTOMER_BASE_URL: "https://crm.example.ch", CUSTOMER_BASE_SECRET: "top-secret" },
  twilio: {
    SMS_PROVIDER: "twilio",
    TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
    TWILIO_KEY_SID: `SK${"1".repeat(32)}`,
    TWILIO_KEY_SECRET: "top-secret",
    TWILIO_SENDER: "Alpenfon",
  },
  smtp: { MAIL_PROVIDER: "smtp", SMTP_URL: "smtp://kasse:top-secret@mail.example.ch" },
  webhook: {
    ORDER_HANDOVER: "webhook",
    ORDER_WEBHOOK_URL: "https://oms.example.ch/orders",
    ORDER_WEBHOOK_SECRET: "top-secret",
  },
  es2plus: {
    ESIM_PROVIDER: "es2plus",
    ES2PLUS_URL: "https://smdp.example.ch",
    ES2PLUS_REQUESTER: "1.3.6.1",
    ES2PLUS_SMDP_ADDRESS: "smdp.example.ch",
    ES2PLUS_PROFILE_TYPE: "CONSUMER",
  },
  camara: {
    NETWORK: "camara",
    NETWORK_URL: "https://api.network.example.ch",
    NETWORK_TOKEN_URL: "https://login.network.example.ch/token",
    NETWORK_CLIENT_ID: "shop",
    NETWORK_CLIENT_SECRET: "top-secret",
  },
  oidc: {
    DESK_LOGIN: "oidc",
    DESK_OIDC_ISSUER: "https://login.example.ch/realms/staff",
    DESK_OIDC_CLIENT_ID: "desk",
    DESK_OIDC_CLIENT_SECRET: "top-secret",
  },
};
