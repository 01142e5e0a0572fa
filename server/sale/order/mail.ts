import type { KeyObject } from "node:crypto";
import type { Brand } from "#server/shop/brand/brand.ts";
import { dayText } from "#core/time/day-text.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { labelled } from "#core/text/labelled.ts";
import type { Locale } from "#core/text/locale.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import { francs, inChf, type Rappen } from "#core/money/money.ts";
import type { Totals } from "#core/price/pricing.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Attachment, MailPort } from "#server/platform/mail-and-sms.ts";
import { greeting } from "#server/platform/texts/greeting.ts";
import { orderText, serverText } from "#server/platform/texts/texts.ts";
import { authorityPdf, isAuthorised } from "#server/sale/confirmation/authority.ts";
import type { Agreement } from "#server/sale/confirmation/agreement.ts";
import type { Confirmations } from "#server/sale/confirmation/confirmation.ts";
import { decidedBy } from "#server/sale/checkout/refusals.ts";
import { secretOfMail } from "#server/platform/encryption/link-secret.ts";
import { findEsim } from "#server/sale/esim/queries.ts";
import type { OrderPayment } from "#server/sale/ledger/queries.ts";
import { makeOrderLink } from "./links.ts";
import { loadOrder, toPrintable, settlementOfOrder, type Order } from "./order.ts";
import { recordMessage } from "./sent-messages.ts";

/**
 * What an e-mail about an order is about; usually the order's state. `esimReady`: a late eSIM is ready. `esimFailed`:
 * an eSIM will not be delivered.
 */
export type OrderMail = OrderState | Exclude<OrderProgress, "accepted"> | "esimReady" | "esimFailed";

type Needs = {
  readonly db: Database;
  readonly mail: MailPort;
  readonly now: Clock;
  readonly brand: Brand;
  readonly confirmations: Confirmations;
  readonly config: Pick<Config, "publicUrl" | "reviewDays">;
  /** The key of the links in e-mails. */
  readonly linkKey: KeyObject;
  /** Returns what the refund of a cancelled order returns; null if it is not known yet. */
  readonly refundAhead: (payment: OrderPayment) => Promise<RefundAhead | null>;
};

/** What a refund returns now, and what had gone back before, in Rappen. */
export type RefundAhead = { readonly now: Rappen; readonly before: Rappen };

/**
 * The text below the greeting of each e-mail, and whether the e-mail contains the link to the order, the confirmation
 * as PDF, and the agreement.
 */
type Content = { readonly parts: readonly string[]; readonly link?: true; readonly pdf?: true; readonly lines?: true };

/**
 * Creates the job that writes to the customer about an order, in the language of the order. It sends the confirmation
 * with its PDF at once (domain facts, UWG), or the news that the order is being checked, can be paid, or is cancelled.
 */
export function mailOrder(services: Needs): Task<"mail-order"> {
  return async ({ orderId, about, event, sent }) => {
    const order = await loadOrder(services.db, { id: orderId });
    if (!order) throw new Error("The order of a mail does not exist");
    const kind = about ?? order.status;
    // The order changed before this e-mail was sent. The e-mail about the change follows.
    if (!(await isStillTrue(services.db, order, kind))) return;
    const content = CONTENTS[kind](order, services.config);
    const { locale, number, customer, account } = order;
    const { brand, config } = services;
    const text = MAIL_TEXTS[kind];
    const key = ["order", orderId, kind, ...(event === undefined ? [] : [event])].join(":");
    const link = async () => {
      const url = await makeOrderLink(services.db, orderId, {
        publicUrl: config.publicUrl,
        locale,
        now: services.now(),
        secret: secretOfMail(services.linkKey, key),
      });
      return kind === "awaitingPayment" ? url : `${serverText(locale, "mail.order.link")} ${url}`;
    };
    const parts = [
      greeting(locale, customer),
      ...content.parts,
      ...(kind === "cancelled" && order.payment ? [refundText(await services.refundAhead(order.payment), locale)] : []),
      ...(sent ? [serverText(locale, "mail.cancelled.sent")] : []),
      ...(content.link ? [await link()] : []),
      ...(content.lines
        ? agreementText(await services.confirmations.agreementFor(toPrintable(order), locale), locale)
        : []),
      ...(content.lines && customer.mnp ? [transferNote(customer.mnpDate, locale)] : []),
      serverText(locale, "mail.help", { phone: brand.phone, email: brand.email }),
      `${serverText(locale, "mail.closing")}\n${brand.name}`,
    ];
    const outcome = await services.mail.send({
      to: account.email,
      locale,
      key,
      subject: serverText(locale, `mail.${text}.subject`, { number, brand: brand.name }),
      text: parts.join("\n\n"),
      attachments: content.pdf ? attachmentsOf(services, order) : [],
    });
    await recordMessage(services.db, orderId, { channel: "mail", about: kind, outcome, at: services.now() });
  };
}

/** Returns the confirmation and, if there is one, the letter of authority for the number transfer. */
function attachmentsOf(services: Needs, order: Order): readonly Attachment[] {
  const { locale, number } = order;
  const printable = toPrintable(order);
  const file = (key: "pdf.file" | "pdf.authority.file", content: Attachment["content"]): Attachment => ({
    filename: orderText(locale, key, { number }),
    contentType: "application/pdf",
    content,
  });
  return [
    file("pdf.file", () => services.confirmations.pdf(printable, locale)),
    ...(isAuthorised(printable) ? [file("pdf.authority.file", () => authorityPdf(services.brand, printable))] : []),
  ];
}

/** Tells a customer who transfers a number what not to do, and when the number will be transferred. */
function transferNote(requested: string | undefined, locale: Locale): string {
  return requested
    ? serverText(locale, "mail.order.transferOn", { day: dayText(requested, locale, "full") })
    : serverText(locale, "mail.order.transfer");
}

/** The state of an order in which each e-mail is true. */
const TRUE_IN = {
  placed: "placed",
  onHold: "onHold",
  awaitingPayment: "awaitingPayment",
  cancelled: "cancelled",
  inProgress: "placed",
  completed: "placed",
  failed: "placed",
  esimReady: "placed",
  esimFailed: "placed",
} as const satisfies Record<OrderMail, OrderState>;

/** Returns whether an e-mail still says what is so: it may have been retried for hours. */
async function isStillTrue(db: Database, order: Order, kind: OrderMail): Promise<boolean> {
  if (order.status !== TRUE_IN[kind]) return false;
  if (kind === "esimReady" || kind === "esimFailed")
    return (await findEsim(db, order.id))?.state === (kind === "esimReady" ? "ready" : "failed");
  const isAboutProgress = kind === "inProgress" || kind === "completed" || kind === "failed";
  return !isAboutProgress || order.progress?.name === kind;
}

/** The keys of each e-mail's texts below `mail` in `locales/<language>/server.json`. */
const MAIL_TEXTS = {
  placed: "order",
  onHold: "onHold",
  awaitingPayment: "awaitingPayment",
  cancelled: "cancelled",
  inProgress: "progress.inProgress",
  completed: "progress.completed",
  failed: "progress.failed",
  esimReady: "esim.ready",
  esimFailed: "esim.failed",
} as const satisfies Record<OrderMail, string>;

const CONTENTS: Readonly<Record<OrderMail, (order: Order, config: Pick<Config, "reviewDays">) => Content>> = {
  placed: ({ locale, number }) => ({
    parts: [serverText(locale, "mail.order.intro", { number })],
    link: true,
    pdf: true,
    lines: true,
  }),
  onHold: (order, config) => ({
    parts: [
      serverText(order.locale, "mail.onHold.intro", { number: order.number }),
      serverText(order.locale, "mail.onHold.decided", {
        day: dayText(formatDay(decidedBy(order.createdAt, config)), order.locale, "by"),
      }),
      ...(settlementOfOrder(order) === "due" ? [serverText(order.locale, "mail.onHold.unpaid")] : []),
    ],
    lines: true,
  }),
  awaitingPayment: (order) => ({
    parts: [serverText(order.locale, "mail.awaitingPayment.intro", { ...amountAndDay(order), number: order.number })],
    link: true,
    lines: true,
  }),
  cancelled: (order) => ({
    parts: [
      serverText(order.locale, "mail.cancelled.intro", { number: order.number }),
      ...(order.payUntil && !order.payment
        ? [serverText(order.locale, "mail.cancelled.unpaid", { day: amountAndDay(order).day })]
        : []),
    ],
  }),
  inProgress: progressContent("inProgress"),
  completed: progressContent("completed"),
  failed: progressContent("failed"),
  esimReady: ({ locale, number }) => ({ parts: [serverText(locale, "mail.esim.ready.intro", { number })], link: true }),
  esimFailed: ({ locale, number }) => ({
    parts: [serverText(locale, "mail.esim.failed.intro", { number })],
    link: true,
  }),
};

/** Returns the content about the order's progress at the operator's systems, with the link to the order. */
function progressContent(progress: "inProgress" | "completed" | "failed") {
  return ({ locale, number }: Order): Content => ({
    parts: [serverText(locale, `mail.progress.${progress}.intro`, { number })],
    link: true,
  });
}

/** Returns what goes back to the customer of a cancelled order, and what went back before. */
function refundText(refund: RefundAhead | null, locale: Locale): string {
  if (refund === null) return serverText(locale, "mail.cancelled.refundLater");
  const amount = francs(refund.now);
  if (refund.before === 0) return serverText(locale, "mail.cancelled.refund", { amount });
  return serverText(locale, "mail.cancelled.refundRest", { amount, before: francs(refund.before) });
}

/** Returns the amount due, and the day by which it can be paid. */
function amountAndDay({ shown, payUntil, locale }: Order): { readonly amount: string; readonly day: string } {
  return {
    amount: francs(shown.quote.dueNow),
    day: payUntil ? dayText(formatDay(dayInZurich(payUntil)), locale, "full") : "",
  };
}

/** Returns the agreement as plain text: a line for each product with its amounts and notes, the totals, the terms. */
function agreementText({ lines, totals, labels, terms }: Agreement, locale: Locale): string[] {
  const keys = ["monthly", "firstBill", "dueNow"] as const;
  const amounts = (of: Totals) =>
    keys.filter((key) => of[key] !== 0).map((key) => `${inChf(of[key])} (${labels[key]})`);
  return [
    lines
      .map((line) => {
        const priced = amounts(line);
        const head = priced.length > 0 ? labelled(line.name, priced.join(" + "), locale) : line.name;
        return [`- ${head}`, ...line.notes.map((note) => `  ${note}`)].join("\n");
      })
      .join("\n"),
    keys
      .filter((key) => totals[key] !== 0)
      .map((key) => labelled(labels[key], inChf(totals[key]), locale))
      .join("\n"),
    terms.join("\n"),
  ].filter((part) => part !== "");
}
