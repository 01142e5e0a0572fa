import { needed, SettingError, type Config } from "#server/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { sandboxPaymentProvider } from "#server/edges/payment/sandbox/provider.ts";
import { sandboxSecret } from "#server/edges/payment/sandbox/secret.ts";
import { startSandboxPaymentServer } from "#server/edges/payment/sandbox/server.ts";
import { oppwa, OPPWA_EXPIRY_MINUTES } from "./oppwa/provider.ts";
import { PAYMENT_RESULT_PATH } from "#server/sale/payment/provider-calls.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
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
    case "oppwa":
      return real(connectOppwa(config));
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

function connectOppwa({ oppwa: { url, entityId, token, ...more }, ...config }: Config) {
  const because = "PAYMENT_PROVIDER=oppwa";
  if (config.paymentExpiryMinutes > OPPWA_EXPIRY_MINUTES)
    throw new SettingError(
      `PAYMENT_EXPIRY_MINUTES is ${config.paymentExpiryMinutes}; with ${because} it is ${OPPWA_EXPIRY_MINUTES} at most, for a checkout lives no longer there.`,
    );
  return oppwa({
    ...more,
    timeoutMs: config.paymentTimeoutMs,
    resultUrl: `${config.publicUrl}${PAYMENT_RESULT_PATH}/oppwa`,
    url: needed(url, "OPPWA_URL", because),
    entityId: needed(entityId, "OPPWA_ENTITY_ID", because),
    token: needed(token, "OPPWA_TOKEN", because),
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
