import type { KeyObject } from "node:crypto";
import { dayText } from "#core/time/day-text.ts";
import type { Locale } from "#core/text/locale.ts";
import { displayPhone, isSwissMobile } from "#core/phone-numbers/phone.ts";
import type { TransferReport } from "#core/phone-numbers/transfer-states.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { MailPort, SmsPort } from "#server/platform/mail-and-sms.ts";
import { greeting } from "#server/platform/texts/greeting.ts";
import { orderText, serverText } from "#server/platform/texts/texts.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { secretOfMail } from "#server/platform/encryption/link-secret.ts";
import { makeOrderLink } from "./links.ts";
import { loadOrder, type Order } from "./order.ts";
import { recordMessage } from "./sent-messages.ts";
import { transferOf } from "./transfer.ts";

/**
 * Validity of a text message about a transfer, in ms. Half a day is enough, because the e-mail and the page have the
 * news too.
 */
const TEXT_LIFE_MS = 12 * 3_600_000;

/**
 * Returns the state of a number transfer in one or two sentences, which the order's page, the e-mail and the text
 * message share.
 */
export function transferText({ state, day, reason }: TransferReport, msisdn: string, locale: Locale): string {
  const sentence = orderText(locale, `next.transfer.state.${state === "scheduled" && !day ? "requested" : state}`, {
    msisdn: msisdn ? displayPhone(msisdn) : orderText(locale, "next.transfer.state.oldNumber"),
    day: day ? dayText(day, locale, "full") : "",
    reason: orderText(locale, `next.transfer.state.reason.${reason ?? "none"}`),
  });
  return state === "refused" ? `${sentence} ${orderText(locale, "next.transfer.state.goOn")}` : sentence;
}

/** Creates the job that sends the state of a number transfer by e-mail. */
export function mailTransfer(services: {
  readonly db: Database;
  readonly mail: MailPort;
  readonly brand: Pick<Brand, "name" | "phone" | "email">;
  readonly now: Clock;
  readonly config: Pick<Config, "publicUrl">;
  /** The key of the links in e-mails. */
  readonly linkKey: KeyObject;
}): Task<"mail-transfer"> {
  return async ({ orderId, event }) => {
    const news = await newsOf(services.db, orderId, event);
    if (!news) return;
    const { order, report } = news;
    const { locale, number, customer, account } = order;
    const { brand, config, db, now } = services;
    const key = ["transfer", orderId, event].join(":");
    const secret = secretOfMail(services.linkKey, key);
    const link = await makeOrderLink(db, orderId, { publicUrl: config.publicUrl, locale, now: now(), secret });
    const parts = [
      greeting(locale, customer),
      transferText(report, customer.mnpMsisdn, locale),
      serverText(locale, "mail.transfer.order", { number }),
      `${serverText(locale, "mail.order.link")} ${link}`,
      serverText(locale, "mail.help", { phone: brand.phone, email: brand.email }),
      `${serverText(locale, "mail.closing")}\n${brand.name}`,
    ];
    const outcome = await services.mail.send({
      to: account.email,
      locale,
      key,
      subject: serverText(locale, `mail.transfer.subject.${report.state}`),
      text: parts.join("\n\n"),
    });
    await recordMessage(db, orderId, { channel: "mail", about: `transfer ${report.state}`, outcome, at: now() });
  };
}

/**
 * Creates the job that sends the state as a text message to the customer's contact number. Does nothing if the shop
 * sends no text messages.
 */
export function textTransfer(services: {
  readonly db: Database;
  readonly sms: SmsPort | null;
  readonly brand: Pick<Brand, "name" | "phone">;
  readonly now: Clock;
}): Task<"text-transfer"> {
  return async ({ orderId, event }) => {
    const { sms, brand } = services;
    if (!sms) return;
    const news = await newsOf(services.db, orderId, event);
    if (!news) return;
    const { customer, locale } = news.order;
    if (!isSwissMobile(customer.mobilePhone)) return;
    const call = news.report.state === "refused" ? ` ${brand.phone}` : "";
    const text = `${brand.name}: ${transferText(news.report, customer.mnpMsisdn, locale)}${call}`;
    const outcome = await sms.send({ to: customer.mobilePhone, text, validMs: TEXT_LIFE_MS });
    if (outcome === "later") throw new Unavailable("no text can be sent now");
    const { state } = news.report;
    await recordMessage(services.db, orderId, {
      channel: "sms",
      about: `transfer ${state}`,
      outcome,
      at: services.now(),
    });
  };
}

/**
 * Returns the order and the report to write about; null if there is a newer report, the order is cancelled, or its data
 * was removed.
 */
async function newsOf(
  db: Database,
  orderId: string,
  event: string,
): Promise<{ readonly order: Order; readonly report: TransferReport } | null> {
  const order = await loadOrder(db, { id: orderId });
  const report = await transferOf(db, orderId);
  return order?.status === "placed" && report?.eventId === event ? { order, report } : null;
}
