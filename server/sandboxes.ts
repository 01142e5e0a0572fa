import type { Logger } from "pino";
import { CUSTOMER_BASE, customerBase } from "#simulator/customers/base.ts";
import { smdp } from "#simulator/esim/smdp.ts";
import { RECEIVER, receiver } from "#simulator/orders/receiver.ts";
import { inProcess } from "#simulator/play/in-process.ts";
import { TWILIO, twilio } from "#simulator/sms/twilio.ts";
import { readDemoCustomers } from "./integrations/customers/demo-customers.ts";
import { httpCustomers } from "./integrations/customers/http.ts";
import { es2Plus } from "./integrations/esim/es2plus.ts";
import { storeEvent } from "./integrations/handover/upkeep.ts";
import { webhookHandover } from "./integrations/handover/webhook.ts";
import { storeMessage } from "./integrations/mail-and-sms/mailbox.ts";
import { twilioSms } from "./integrations/mail-and-sms/twilio.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database } from "./platform/database/database.ts";
import type { SmsPort } from "./platform/mail-and-sms.ts";
import type { CustomerSystems } from "./sale/customer/customer-systems.ts";
import type { EsimPort } from "./sale/esim/port.ts";
import type { HandoverPort } from "#server/sale/order/handover.ts";

/*
 * The sandboxes: the simulator's stand-ins, called by the adapters of the real systems within this process (ADR 28). A
 * stand-in stores nothing in memory that another process of the shop would lack: it responds from a file or the
 * request, or stores received data in the database.
 */

/** A URL to which no connection is ever made. */
const NOWHERE = "http://sandbox.invalid";
/** Time limits for calls within this process, which are fast and never fail, in ms. */
const IMMEDIATE = { timeoutMs: 1000, restMs: 0 };

/** Returns the operator's systems with the demo customers (demo data, Demo customers). */
export async function sandboxCustomers(dataDir: string, now: Clock): Promise<CustomerSystems> {
  const base = { ...(await readDemoCustomers(dataDir)), refusedNumbers: new Set<string>(), now };
  return httpCustomers({ ...CUSTOMER_BASE, ...IMMEDIATE, url: NOWHERE, play: inProcess(customerBase(base)) });
}

/** Returns the receiver of orders. It lists the events it got at `/sandbox/orders`. */
export const sandboxHandover = (db: Database): HandoverPort =>
  webhookHandover({
    ...RECEIVER,
    url: `${NOWHERE}/orders`,
    play: inProcess(receiver((event) => storeEvent(db, event))),
  });

/**
 * Returns an SM-DP+ that never runs out of profiles. Its host does not exist, so a phone that scans a code shows an
 * error.
 */
export const sandboxEsims = (): EsimPort =>
  es2Plus({
    url: NOWHERE,
    requester: "sandbox",
    smdpAddress: "smdp.sandbox.example",
    orderBy: "type",
    finalStatus: "Unavailable",
    certificate: null,
    byCallId: true,
    play: inProcess(smdp({ endless: true, stock: {}, smdpAddress: null }).standIn),
  });

/** Returns a stand-in for Twilio. It lists the text messages it got at `/sandbox/messages`. */
export function sandboxSms(db: Database, log: Logger): SmsPort {
  const played = twilio(({ to, text }) => storeMessage(db, "sms", { to: to.slice(1), text }));
  return twilioSms({ ...TWILIO, url: NOWHERE, sender: "Kasse", play: inProcess(played) }, log);
}
