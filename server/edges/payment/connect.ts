import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { sandboxPaymentProvider } from "./sandbox/provider.ts";
import { sandboxSecret } from "./sandbox/secret.ts";
import { startSandboxPaymentServer } from "./sandbox/server.ts";
import { oppwa } from "./oppwa/provider.ts";
import { PAYMENT_RESULT_PATH } from "#server/sale/payment/provider-calls.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import { worldline } from "./worldline/provider.ts";

export type ConnectedPayments = {
  readonly payments: PaymentProvider;
  /** The address of the sandbox provider; null with a real one. */
  readonly sandboxOrigin: string | null;
  stop(): Promise<void>;
};

/** The configured payment provider. The sandbox is started as a separate HTTP server. */
export async function connectPayments(config: Config, db: Database, security: SecurityLog): Promise<ConnectedPayments> {
  const { payment } = config;
  switch (payment.provider) {
    case "worldline":
      return real(await worldline(payment));
    case "oppwa":
      return real(oppwa({ ...payment, resultUrl: `${config.publicUrl}${PAYMENT_RESULT_PATH}/oppwa` }));
    default:
      return connectSandbox(config, payment, { db, security });
  }
}

const real = (payments: PaymentProvider): ConnectedPayments => ({
  payments,
  sandboxOrigin: null,
  stop: () => Promise.resolve(),
});

async function connectSandbox(
  config: Config,
  { provider: kind, port }: Extract<Config["payment"], { provider: `sandbox-${string}` }>,
  { db, security }: { readonly db: Database; readonly security: SecurityLog },
): Promise<ConnectedPayments> {
  const secret = await sandboxSecret(config.dataDir);
  const provider = await startSandboxPaymentServer({
    db,
    host: config.host,
    port,
    secret,
    password: config.sandboxPassword,
    security,
    webhookUrl: `http://127.0.0.1:${config.port}/public-api/payment-webhook/${kind}`,
  });
  return {
    payments: sandboxPaymentProvider(provider.origin, secret, kind),
    sandboxOrigin: provider.origin,
    stop: () => provider.stop(),
  };
}
