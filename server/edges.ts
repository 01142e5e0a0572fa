import type { Brand } from "./shop/brand/brand.ts";
import type { Config } from "./config/config.ts";
import { httpCustomers } from "./edges/customers/http.ts";
import { sandboxCustomers } from "./edges/customers/sandbox.ts";
import type { Database } from "./platform/database/database.ts";
import { connectDocuments } from "./edges/documents/connect.ts";
import { es2Plus } from "./edges/esim/es2plus.ts";
import { sandboxEsims } from "./edges/esim/sandbox.ts";
import { sandboxMessages } from "./edges/messages/sandbox.ts";
import { smppSms } from "./edges/messages/smpp/sms.ts";
import { smtpMail } from "./edges/messages/smtp.ts";
import { sandboxHandover } from "./edges/handover/sandbox.ts";
import { webhookHandover } from "./edges/handover/webhook.ts";
import { connectPayments } from "./edges/payment/connect.ts";
import type { SecurityLog } from "./platform/security/security-log.ts";
import type { Services } from "./services.ts";

export type Edges = Pick<Services, "customers" | "payments" | "documents" | "sms" | "mail" | "handover" | "esims"> & {
  /** The names of the edges that are sandboxes; shown on the pages and in the log. */
  readonly sandboxes: readonly string[];
  /** The address of the sandbox payment provider; null with a real one. */
  readonly paymentOrigin: string | null;
  stop(): Promise<void>;
};

function connectEsims({ esim }: Config, db: Database): Services["esims"] {
  if (esim.provider === "none") return null;
  return esim.provider === "es2plus" ? es2Plus(esim) : sandboxEsims(db);
}

/** Connects the systems outside of Kasse, as configured. */
export async function connectEdges(config: Config, db: Database, brand: Brand, security: SecurityLog): Promise<Edges> {
  const payment = await connectPayments(config, db, security);
  const messages = sandboxMessages(db);
  const smsCentre = config.sms.provider === "smpp" ? await smppSms({ ...config.sms, ...config.sms.centre }) : null;
  return {
    customers:
      config.customers.provider === "http"
        ? await httpCustomers(config.customers)
        : await sandboxCustomers(config.dataDir),
    payments: payment.payments,
    documents: connectDocuments(config),
    sms: config.sms.provider === "none" ? null : (smsCentre ?? messages.sms),
    mail: config.mail.provider === "smtp" ? await smtpMail(config.mail.url, brand) : messages.mail,
    handover: config.handover.provider === "webhook" ? webhookHandover(config.handover) : sandboxHandover(db),
    esims: connectEsims(config, db),
    sandboxes: [
      ...(payment.sandboxOrigin === null ? [] : [config.payment.provider]),
      ...(config.sms.provider === "sandbox" ? ["sms"] : []),
      ...(config.mail.provider === "sandbox" ? ["mail"] : []),
      ...(config.customers.provider === "sandbox" ? ["customers"] : []),
      ...(config.handover.provider === "sandbox" ? ["orders"] : []),
      ...(config.esim.provider === "sandbox" ? ["esim"] : []),
    ],
    paymentOrigin: payment.sandboxOrigin,
    async stop() {
      await payment.stop();
      await smsCentre?.stop();
    },
  };
}
