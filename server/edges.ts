import type { Brand } from "./shop/brand/brand.ts";
import { needed, type Config } from "./config.ts";
import { httpCustomers } from "./edges/customers/http.ts";
import { sandboxCustomers } from "./edges/customers/sandbox.ts";
import type { Database } from "./platform/database/database.ts";
import { connectDocuments } from "./edges/documents/connect.ts";
import { es2Plus } from "./edges/esim/es2plus.ts";
import type { EsimPort } from "./sale/esim/port.ts";
import { sandboxEsims } from "./edges/esim/sandbox.ts";
import { sandboxMessages } from "./edges/messages/sandbox.ts";
import { smppSms } from "./edges/messages/smpp/sms.ts";
import { smtpMail } from "./edges/messages/smtp.ts";
import { sandboxHandover } from "./edges/handover/sandbox.ts";
import { webhookHandover } from "./edges/handover/webhook.ts";
import { connectPayments } from "./edges/payment/connect.ts";
import type { Services } from "./services.ts";

export type Edges = Pick<Services, "customers" | "payments" | "documents" | "sms" | "mail" | "handover" | "esims"> & {
  /** Edges that are sandboxes, by name; shown on the page and in the log. */
  readonly sandboxes: readonly string[];
  /** Where the sandbox payment provider listens, if it does. */
  readonly paymentOrigin: string | null;
  stop(): Promise<void>;
};

const DEMO_CUSTOMERS = "demo/customers.json";

/** Connects everything outside of Kasse as the settings say. */
export async function connectEdges(config: Config, db: Database, brand: Brand): Promise<Edges> {
  const payment = await connectPayments(config, db);
  const messages = sandboxMessages(db);
  const smsCentre = config.sms === "smpp" ? await connectSmpp(config) : null;
  return {
    customers:
      config.customers === "http"
        ? await httpCustomers({
            timeoutMs: config.customerBase.timeoutMs,
            url: needed(config.customerBase.url, "CUSTOMER_BASE_URL", "CUSTOMER_BASE=http"),
            secret: needed(config.customerBase.secret, "CUSTOMER_BASE_SECRET", "CUSTOMER_BASE=http"),
          })
        : await sandboxCustomers(config.dataDir, DEMO_CUSTOMERS),
    payments: payment.payments,
    documents: connectDocuments(config),
    sms: smsCentre ?? messages.sms,
    mail:
      config.mail === "smtp"
        ? await smtpMail(needed(config.smtpUrl, "SMTP_URL", "MAIL_PROVIDER=smtp"), brand)
        : messages.mail,
    handover:
      config.handover === "webhook"
        ? webhookHandover(
            needed(config.handoverUrl, "ORDER_WEBHOOK_URL", "ORDER_HANDOVER=webhook"),
            needed(config.handoverSecret, "ORDER_WEBHOOK_SECRET", "ORDER_HANDOVER=webhook"),
          )
        : sandboxHandover(db),
    esims: config.esim === "es2plus" ? await connectEs2Plus(config) : sandboxEsims(db),
    sandboxes: [
      ...(payment.sandboxOrigin === null ? [] : [config.payment]),
      ...(smsCentre ? [] : ["sms"]),
      ...(config.mail === "sandbox" ? ["mail"] : []),
      ...(config.customers === "sandbox" ? ["customers"] : []),
      ...(config.handover === "sandbox" ? ["orders"] : []),
      ...(config.esim === "sandbox" ? ["esim"] : []),
    ],
    paymentOrigin: payment.sandboxOrigin,
    async stop() {
      await payment.stop();
      await smsCentre?.stop();
    },
  };
}

function connectSmpp({ smpp: { centre, systemId, password, sender, ...more } }: Config) {
  const because = "SMS_PROVIDER=smpp";
  return smppSms({
    ...more,
    ...needed(centre, "SMPP_URL", because),
    systemId: needed(systemId, "SMPP_SYSTEM_ID", because),
    password: needed(password, "SMPP_PASSWORD", because),
    sender: needed(sender, "SMPP_SENDER", because),
  });
}

/** The SM-DP+ of the settings; its client certificate is two files or none. */
async function connectEs2Plus({
  es2Plus: { url, requester, smdpAddress, certFile, keyFile },
}: Config): Promise<EsimPort> {
  const because = "ESIM_PROVIDER=es2plus";
  const certificate =
    certFile || keyFile
      ? {
          cert: needed(certFile, "ES2PLUS_CERT_FILE", "ES2PLUS_KEY_FILE"),
          key: needed(keyFile, "ES2PLUS_KEY_FILE", "ES2PLUS_CERT_FILE"),
        }
      : null;
  return es2Plus({
    url: needed(url, "ES2PLUS_URL", because),
    requester: needed(requester, "ES2PLUS_REQUESTER", because),
    smdpAddress: needed(smdpAddress, "ES2PLUS_SMDP_ADDRESS", because),
    certificate,
  });
}
