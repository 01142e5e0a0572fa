import type { Logger } from "pino";
import { francs } from "#core/money/money.ts";
import { mayFollow } from "#core/payment/payment-states.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { MailPort } from "#server/platform/mail-and-sms.ts";
import { movePayment, queueRefund, recordRefunded } from "#server/sale/ledger/ledger.ts";
import { paymentOf } from "#server/sale/ledger/queries.ts";
import { recordMessage } from "#server/sale/order/sent-messages.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { paymentToTellAbout } from "#server/read-models/checkout.ts";
import type { PaymentProviders } from "./providers.ts";
import { greeting } from "#server/platform/texts/greeting.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { waitingRefunds } from "#server/read-models/payments.ts";

/** Creates the job that refunds a payment and queues the e-mail about it. Every run uses the same idempotency key. */
export function refundPayment(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly providers: PaymentProviders;
}): Task<"refund-payment"> {
  return async ({ paymentId }) => {
    const payment = await paymentOf(services.db, paymentId);
    if (!mayFollow(payment.state, "refunded") || !payment.refund_requested_at || !payment.hosted_id) return;
    const { total, now } = await services.providers
      .of(payment)
      .refund({ hostedId: payment.hosted_id, reference: paymentId }, payment.amount, `refund:${paymentId}`);
    await services.db.transaction().execute(async (tx) => {
      if (!(await movePayment(tx, paymentId, "refunded", services.now()))) return;
      await recordRefunded(tx, paymentId, { total, now });
      const payload = { paymentId, ...(now > 0 && now < total && { now }) };
      await addJobs(tx, [{ name: "mail-refund", payload, key: `mail-refund:${paymentId}` }]);
    });
  };
}

/**
 * Creates the job that refunds surplus payments: those besides a valid payment, or after its refund. It does nothing if
 * the payment itself is being refunded, because that refund covers everything.
 */
export function refundExtra(services: {
  readonly db: Database;
  readonly providers: PaymentProviders;
}): Task<"refund-extra"> {
  return async ({ paymentId }) => {
    const payment = await paymentOf(services.db, paymentId);
    const isBeingRefunded = payment.refund_requested_at !== null && payment.state !== "refunded";
    if (isBeingRefunded || !payment.hosted_id) return;
    const keep = payment.state === "refunded" ? null : payment.provider_payment_id;
    await services.providers
      .of(payment)
      .refundExtra?.({ hostedId: payment.hosted_id, reference: paymentId }, keep, payment.amount);
  };
}

/**
 * Creates the job that informs the shopper of a refund by e-mail. `now`: what Kasse has refunded, in Rappen, if another
 * part had gone back before; otherwise all of it.
 */
export function mailRefund(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly mail: MailPort;
  readonly brand: Brand;
}): Task<"mail-refund"> {
  return async ({ paymentId, now }) => {
    const row = await paymentToTellAbout(services.db, paymentId);
    const to = row.email ?? row.registered_email;
    if (!to) return;
    const { locale, form, number } = row;
    const total = francs(row.refunded_amount ?? row.amount);
    const amount = now === undefined ? total : francs(now);
    const { name, phone, email } = services.brand;
    const parts = [
      greeting(locale, form === null ? null : readSealedForm(form)),
      number === null
        ? serverText(locale, "mail.refund.intro", { amount: total })
        : serverText(locale, "mail.refund.cancelled", { amount, number }),
      ...(now === undefined ? [] : [serverText(locale, "mail.refund.rest", { amount, total })]),
      serverText(locale, "mail.help", { phone, email }),
      `${serverText(locale, "mail.closing")}\n${name}`,
    ];
    const outcome = await services.mail.send({
      to,
      locale,
      key: `refund:${paymentId}`,
      subject: serverText(locale, "mail.refund.subject", { amount }),
      text: parts.join("\n\n"),
    });
    if (row.id !== null)
      await recordMessage(services.db, row.id, { channel: "mail", about: "refund", outcome, at: services.now() });
  };
}

/**
 * Creates the job that closes a voided payment at the provider. It is retried if the provider does not respond, and
 * does nothing about a payment that was paid after all. If one is paid meanwhile, the provider no longer cancels it.
 */
export function cancelPayment(services: {
  readonly db: Database;
  readonly providers: PaymentProviders;
}): Task<"cancel-payment"> {
  return async ({ paymentId }) => {
    const payment = await paymentOf(services.db, paymentId);
    if (payment.hosted_id && payment.state === "cancelled")
      await services.providers.of(payment).cancel({ hostedId: payment.hosted_id, reference: paymentId });
  };
}

/**
 * Creates the job that retries refunds that were given up. They appear in the log and in the metric `kasse_refunds`
 * until they succeed.
 */
export function retryRefunds({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Pick<Logger, "error">;
}): Task<"retry-refunds"> {
  return async () => {
    for (const { id, order, state } of await waitingRefunds(db)) {
      if (state !== "givenUp") continue;
      log.error({ paymentId: id, order }, "a refund was given up; it is tried again");
      await queueRefund(db, id);
    }
  };
}
