import { needed, type Config } from "#server/config.ts";
import type { Database } from "#server/database/database.ts";
import { sandboxPaymentProvider } from "#server/sandbox/payment/provider.ts";
import { sandboxSecret } from "#server/sandbox/payment/secret.ts";
import { startSandboxPaymentServer } from "#server/sandbox/payment/server.ts";
import type { PaymentProvider } from "./provider.ts";
import { worldline } from "./worldline/provider.ts";

export type ConnectedPayments = {
  readonly payments: PaymentProvider;
  /** Where the sandbox provider listens; null with a real one. */
  readonly sandboxOrigin: string | null;
  stop(): Promise<void>;
};

/** The payment provider of the settings. The sandbox starts as a server of its own. */
export async function connectPayments(config: Config, db: Database): Promise<ConnectedPayments> {
  switch (config.payment) {
    case "worldline":
      return real(await connectWorldline(config));
    default:
      return connectSandbox(config, config.payment, db);
  }
}

const real = (payments: PaymentProvider): ConnectedPayments => ({
  payments,
  sandboxOrigin: null,
  stop: () => Promise.resolve(),
});

function connectWorldline({ worldline: { url, merchantId, apiKeyId, apiSecret, ...more }, paymentTimeoutMs }: Config) {
  const because = "PAYMENT_PROVIDER=worldline";
  return worldline({
    ...more,
    timeoutMs: paymentTimeoutMs,
    url: needed(url, "WORLDLINE_URL", because),
    merchantId: needed(merchantId, "WORLDLINE_MERCHANT_ID", because),
    apiKeyId: needed(apiKeyId, "WORLDLINE_API_KEY_ID", because),
    apiSecret: needed(apiSecret, "WORLDLINE_API_SECRET", because),
    webhookKeys: needed(more.webhookKeys, "WORLDLINE_WEBHOOK_KEYS", because),
  });
}

async function connectSandbox(
  config: Config,
  kind: "sandbox-hosted" | "sandbox-widget",
  db: Database,
): Promise<ConnectedPayments> {
  const secret = await sandboxSecret(config.dataDir);
  const provider = await startSandboxPaymentServer({
    db,
    host: config.host,
    port: config.paymentSandboxPort,
    secret,
    webhookUrl: `http://127.0.0.1:${config.port}/public-api/payment-webhook/${kind}`,
  });
  return {
    payments: sandboxPaymentProvider(provider.origin, secret, kind),
    sandboxOrigin: provider.origin,
    stop: () => provider.stop(),
  };
}
