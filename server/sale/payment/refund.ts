import { francs } from "#core/money.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { MailPort } from "#server/platform/messages/ports.ts";
import { movePayment } from "#server/sale/ledger/ledger.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { PaymentProvider } from "./provider.ts";
import { say } from "#server/platform/texts/texts.ts";

type Needs = { readonly db: Database; readonly payments: PaymentProvider; readonly now: Clock };
type MailNeeds = { readonly db: Database; readonly mail: MailPort; readonly brand: Brand };

/** Gives the money back, then tells the shopper. The provider sees one key however often the job runs. */
export function refundPayment(services: Needs): Task<"refund-payment"> {
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
      if (await movePayment(tx, paymentId, "refunded", services.now()))
        await addJobs(tx, [{ name: "mail-refund", payload: { paymentId }, key: `mail-refund:${paymentId}` }]);
    });
  };
}

/** Tells the shopper by mail that the money went back. */
export function mailRefund(services: MailNeeds): Task<"mail-refund"> {
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
export function cancelPayment(services: Pick<Needs, "db" | "payments">): Task<"cancel-payment"> {
  return async ({ paymentId }) => {
    const payment = await services.db
      .selectFrom("payments")
      .select("hosted_id")
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow();
    if (payment.hosted_id) await services.payments.cancel({ hostedId: payment.hosted_id, reference: paymentId });
  };
}
