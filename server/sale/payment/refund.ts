import { francs } from "#core/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Services } from "#server/services.ts";
import { say } from "#server/platform/texts/texts.ts";

/** Notes that a paid payment goes back, and queues it, in the caller's transaction. Asking twice changes nothing. */
export async function requestRefund(tx: Handle, paymentId: string): Promise<void> {
  const noted = await tx
    .updateTable("payments")
    .set({ refund_requested_at: new Date(), updated_at: new Date() })
    .where("id", "=", paymentId)
    .where("state", "=", "paid")
    .where("refund_requested_at", "is", null)
    .executeTakeFirst();
  if (noted.numUpdatedRows === 1n)
    await addJobs(tx, [{ name: "refund-payment", payload: { paymentId }, key: `refund:${paymentId}` }]);
}

/** Gives the money back, then tells the shopper. The provider sees one key however often the job runs. */
export function refundPayment(services: Services): Task<"refund-payment"> {
  return async ({ paymentId }) => {
    const payment = await services.db
      .selectFrom("payments")
      .selectAll()
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow();
    if (payment.state !== "paid" || !payment.hosted_id) return;
    await services.payments.refund(
      { hostedId: payment.hosted_id, reference: paymentId },
      payment.amount,
      `refund:${paymentId}`,
    );
    await services.db.transaction().execute(async (tx) => {
      const refunded = await tx
        .updateTable("payments")
        .set({ state: "refunded", updated_at: new Date() })
        .where("id", "=", paymentId)
        .where("state", "=", "paid")
        .executeTakeFirst();
      if (refunded.numUpdatedRows === 1n)
        await addJobs(tx, [{ name: "mail-refund", payload: { paymentId }, key: `mail-refund:${paymentId}` }]);
    });
  };
}

/** Tells the shopper by mail that the money went back. */
export function mailRefund(services: Services): Task<"mail-refund"> {
  return async ({ paymentId }) => {
    const row = await services.db
      .selectFrom("payments")
      .innerJoin("checkouts", "checkouts.id", "payments.checkout_id")
      .leftJoin("accounts", "accounts.id", "checkouts.account_id")
      .select(["payments.amount", "checkouts.locale", "checkouts.form", "checkouts.registered_email", "accounts.email"])
      .where("payments.id", "=", paymentId)
      .executeTakeFirstOrThrow();
    const to = row.email ?? row.registered_email;
    if (!to) return;
    const { locale, form } = row;
    const { name, phone, email } = services.brand;
    const parts = [
      ...(form ? [say(locale, "mail.greeting", { name: `${form.first_name} ${form.last_name}` })] : []),
      say(locale, "mail.refund.intro", { amount: francs(row.amount) }),
      say(locale, "mail.help", { phone, email }),
      `${say(locale, "mail.closing")}\n${name}`,
    ];
    await services.mail.send({
      to,
      key: `refund:${paymentId}`,
      subject: say(locale, "mail.refund.subject"),
      text: parts.join("\n\n"),
    });
  };
}

/** Asks the provider to close a payment that was voided here. A provider that is down is asked again by the queue. */
export function cancelPayment(services: Services): Task<"cancel-payment"> {
  return async ({ paymentId }) => {
    const payment = await services.db
      .selectFrom("payments")
      .select("hosted_id")
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow();
    if (payment.hosted_id) await services.payments.cancel({ hostedId: payment.hosted_id, reference: paymentId });
  };
}
