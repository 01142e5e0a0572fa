import type { Logger } from "pino";
import { EXTENSIONS } from "#extensions/index.ts";
import type { Brand } from "./shop/brand/brand.ts";
import type { Config } from "./config/config.ts";
import type { Periods } from "./config/periods.ts";
import { connectDocuments } from "./document-store.ts";
import { connectPort } from "./extension/ports.ts";
import { httpCustomers } from "./integrations/customers/http.ts";
import type { Database } from "./platform/database/database.ts";
import { es2Plus } from "./integrations/esim/es2plus.ts";
import { mailbox } from "./integrations/mail-and-sms/mailbox.ts";
import { twilioSms } from "./integrations/mail-and-sms/twilio.ts";
import { tmf685 } from "./integrations/phone-numbers/tmf685.ts";
import { smtpMail } from "./integrations/mail-and-sms/smtp.ts";
import { webhookHandover } from "./integrations/handover/webhook.ts";
import { FILL_IN_SCOPE, fillIn } from "./integrations/network/fill-in.ts";
import { LOGIN_SCOPE, numberVerification } from "./integrations/network/number-verification.ts";
import { holderMatch } from "./integrations/network/holder-match.ts";
import { simSwap } from "./integrations/network/sim-swap.ts";
import type { CountNetworkCall } from "./integrations/network/outcomes.ts";
import { connectPayments } from "./integrations/payment/connect.ts";
import type { Clock } from "./platform/clock.ts";
import type { SecurityLog } from "./platform/security/security-log.ts";
import type { Services } from "./services.ts";
import { smsCounts } from "#server/sale/identity/sms-codes.ts";

export type Integrations = Pick<
  Services,
  | "customers"
  | "payments"
  | "earlierPayments"
  | "documents"
  | "sms"
  | "mail"
  | "handover"
  | "esims"
  | "numbers"
  | "eid"
  | "network"
  | "loginProvider"
> & {
  /** The names of the integrations that are sandboxes, for pages and the log. */
  readonly sandboxes: readonly string[];
  /** The URL of the sandbox payment provider; null with a real one. */
  readonly paymentOrigin: string | null;
  /** Returns, for each system with a circuit breaker, whether calls to it are suspended after repeated failures. */
  circuits(): Readonly<Record<string, boolean>>;
  stop(): Promise<void>;
};

/** Loaded only if a system is a sandbox. */
const loadSandboxes = () => import("./sandboxes.ts");

async function connectHandover({ handover }: Config, db: Database): Promise<Services["handover"]> {
  return handover.provider === "webhook" ? webhookHandover(handover) : (await loadSandboxes()).sandboxHandover(db);
}

async function connectEsims({ esim }: Config): Promise<Services["esims"]> {
  if (esim.provider === "none") return null;
  return esim.provider === "es2plus" ? es2Plus(esim) : (await loadSandboxes()).sandboxEsims();
}

function connectNumbers({ numberPool }: Config): Services["numbers"] {
  if (numberPool.provider === "none") return null;
  return { port: tmf685(numberPool), low: numberPool.low };
}

async function connectSms(
  { sms }: Config,
  { db, log, now }: IntegrationNeeds,
): Promise<{ readonly port: Services["sms"]; stop?(): Promise<void> }> {
  if (sms.provider === "none") return { port: null };
  if (sms.provider === "twilio") return { port: twilioSms(sms, log) };
  if (sms.provider === "sandbox") return { port: (await loadSandboxes()).sandboxSms(db, log) };
  const port = await connectPort(EXTENSIONS, "sms", sms, { log, counts: smsCounts(db, log, now) });
  return { port, stop: () => port.stop() };
}

/** Connects the login provider; its adapter is loaded only if it is used. */
async function connectLoginProvider({ deskLogin }: Config, { log, now, periods }: IntegrationNeeds) {
  if (deskLogin.provider !== "oidc") return null;
  const { openIdProvider } = await import("./integrations/openid/provider.ts");
  return openIdProvider({ ...deskLogin, timeoutMs: periods.loginTimeout, restMs: periods.callRest }, { log, now });
}

/** Connects the mobile network, whose adapter is loaded only if it is used. Its logins are those of OpenID Connect. */
async function connectNetwork({ network }: Config, { log, now, periods, countNetworkCall: count }: IntegrationNeeds) {
  if (network.provider === "off") return null;
  const restMs = periods.callRest;
  const { openIdProvider } = await import("./integrations/openid/provider.ts");
  const visits = (scope: string, prompt: "none" | "consent") => ({
    connect: (issuer: string) =>
      openIdProvider(
        { ...network, scope, prompt, rolesClaim: null, issuer, restMs, timeoutMs: periods.loginTimeout },
        { log, now },
      ),
    log,
    count,
  });
  const numbers = numberVerification({ ...network, restMs }, visits(LOGIN_SCOPE, "none"));
  const records = fillIn({ ...network, restMs }, visits(FILL_IN_SCOPE, "consent"));
  const sims = simSwap({ ...network, restMs }, { log, now, count });
  const holders = holderMatch({ ...network, restMs }, { log, now, count });
  const isResting = () => [numbers, records, sims, holders].some((each) => each.isResting());
  const { simSwapHours, simSwapUnanswered } = network;
  return { port: { ...numbers, ...records, ...sims, ...holders, isResting }, simSwapHours, simSwapUnanswered };
}

type IntegrationNeeds = {
  readonly config: Config;
  readonly db: Database;
  readonly brand: Brand;
  readonly security: SecurityLog;
  readonly log: Logger;
  readonly now: Clock;
  readonly periods: Pick<Periods, "callRest" | "paymentTimeout" | "loginTimeout">;
  readonly countNetworkCall: CountNetworkCall;
};

/** Connects the systems outside Kasse, as configured. */
export async function connectIntegrations(needs: IntegrationNeeds): Promise<Integrations> {
  const { config, db, brand, security, log, now, periods } = needs;
  const restMs = periods.callRest;
  const payment = await connectPayments(config, {
    db,
    security,
    connectReal: (chosen) => connectPort(EXTENSIONS, "payment", chosen, { timeoutMs: periods.paymentTimeout }),
  });
  const operator = config.customers.provider === "http" ? httpCustomers({ ...config.customers, restMs }) : null;
  const eid = config.eid.provider === "off" ? null : await connectPort(EXTENSIONS, "eid", config.eid, { restMs });
  const loginProvider = await connectLoginProvider(config, needs);
  const network = await connectNetwork(config, needs);
  const sms = await connectSms(config, needs);
  return {
    customers: operator ?? (await (await loadSandboxes()).sandboxCustomers(config.dataDir, now)),
    payments: payment.payments,
    earlierPayments: payment.earlierPayments,
    documents: (await connectDocuments(config)).store,
    sms: sms.port,
    mail: config.mail.provider === "smtp" ? await smtpMail(config.mail.url, brand, log) : mailbox(db),
    handover: await connectHandover(config, db),
    esims: await connectEsims(config),
    numbers: connectNumbers(config),
    eid,
    network,
    loginProvider,
    sandboxes: [
      ...(payment.sandboxOrigin === null ? [] : [config.payment.provider]),
      ...(config.sms.provider === "sandbox" ? ["sms"] : []),
      ...(config.mail.provider === "sandbox" ? ["mail"] : []),
      ...(config.customers.provider === "sandbox" ? ["customers"] : []),
      ...(config.handover.provider === "sandbox" ? ["orders"] : []),
      ...(config.esim.provider === "sandbox" ? ["esim"] : []),
    ],
    paymentOrigin: payment.sandboxOrigin,
    circuits: () => ({
      ...operator?.circuits(),
      ...(eid && { "e-ID verifier": eid.isResting() }),
      ...(network && { network: network.port.isResting() }),
      ...(loginProvider && { "login provider": loginProvider.isResting() }),
    }),
    async stop() {
      await payment.stop();
      await sms.stop?.();
    },
  };
}
