import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { sandboxPaymentProvider } from "./sandbox/provider.ts";
import { sandboxSecret } from "./sandbox/webhooks.ts";
import { startSandboxPaymentServer } from "./sandbox/server.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";

export type ConnectedPayments = {
  readonly payments: PaymentProvider;
  /** The previous provider and, for a sandbox, the other variant of it. */
  readonly earlierPayments: readonly PaymentProvider[];
  /** The URL of the sandbox provider; null with a real one. */
  readonly sandboxOrigin: string | null;
  stop(): Promise<void>;
};

type PaymentNeeds = {
  readonly db: Database;
  readonly security: SecurityLog;
  /** Connects the provider of an extension. */
  connectReal(chosen: { readonly provider: string }): Promise<PaymentProvider>;
};

/** Connects the configured payment provider and the previous one. Starts the sandbox as an HTTP server of its own. */
export async function connectPayments(config: Config, needs: PaymentNeeds): Promise<ConnectedPayments> {
  const { payment } = config;
  const earlier: { readonly provider: string } = config.paymentBefore;
  const before =
    earlier.provider === "none" || earlier.provider === payment.provider ? [] : [await needs.connectReal(earlier)];
  if (isSandbox(payment)) return connectSandbox(config, payment, { ...needs, before });
  return {
    payments: await needs.connectReal(payment),
    earlierPayments: before,
    sandboxOrigin: null,
    stop: () => Promise.resolve(),
  };
}

type Sandbox = Extract<Config["payment"], { provider: `sandbox-${string}` }>;

const isSandbox = (payment: Config["payment"]): payment is Sandbox =>
  payment.provider === "sandbox-hosted" || payment.provider === "sandbox-widget";

/** The other variant of each sandbox. Both are served by the same server. */
const OTHER_SANDBOX = { "sandbox-hosted": "sandbox-widget", "sandbox-widget": "sandbox-hosted" } as const;

async function connectSandbox(
  config: Config,
  { provider: kind, port }: Sandbox,
  { db, security, before }: PaymentNeeds & { readonly before: readonly PaymentProvider[] },
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
    payments: sandboxPaymentProvider(db, provider.origin, secret, kind),
    earlierPayments: [sandboxPaymentProvider(db, provider.origin, secret, OTHER_SANDBOX[kind]), ...before],
    sandboxOrigin: provider.origin,
    stop: () => provider.stop(),
  };
}
