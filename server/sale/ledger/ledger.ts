import type { PaymentState } from "#core/payment-states.ts";
import { statesBefore } from "#core/payment-states.ts";
import type { Rappen } from "#core/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { PaymentRow, ShownQuote } from "#server/platform/database/tables.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { releaseHold } from "#server/shop/catalogue/stock.ts";

/**
 * The payment ledger: the only code that writes the table `payments` (a convention test enforces it). Every statement that
 * changes a state checks the transition table in `core/payment-states.ts`.
 */

/** An open payment, with what the call to the provider needs. The amount is in Rappen. */
export type OpenPayment = {
  readonly id: string;
  readonly redirect_url: string | null;
  readonly amount: Rappen;
  readonly expires_at: Date;
};

/** Opens a payment before the provider is called. The database allows one open payment per checkout. */
export async function openPayment(
  tx: Handle,
  payment: {
    readonly checkoutId: string;
    readonly provider: string;
    readonly amount: Rappen;
    /** The version of record, form and shown quote that is paid (`fingerprintOf`). */
    readonly fingerprint: string;
    readonly shown: ShownQuote;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<OpenPayment> {
  return tx
    .insertInto("payments")
    .values({
      checkout_id: payment.checkoutId,
      provider: payment.provider,
      state: "open",
      amount: payment.amount,
      fingerprint: payment.fingerprint,
      shown: JSON.stringify(payment.shown),
      expires_at: payment.expiresAt,
      created_at: now,
      updated_at: now,
    })
    .returning(["id", "redirect_url", "amount", "expires_at"])
    .executeTakeFirstOrThrow();
}

/** A provider's answer when a payment is created. */
export type HostedPage = {
  readonly hostedId: string;
  readonly redirectUrl: string;
  readonly widget: PaymentRow["widget"];
  readonly returnMac: string | null;
};

/** Stores the provider's page of a payment, unless one is already stored: the first counts. Returns the address that counts. */
export async function recordHostedPage(db: Handle, paymentId: string, page: HostedPage, now: Date): Promise<string> {
  await db
    .updateTable("payments")
    .set({
      hosted_id: page.hostedId,
      redirect_url: page.redirectUrl,
      widget: page.widget && JSON.stringify(page.widget),
      return_mac: page.returnMac,
      updated_at: now,
    })
    .where("id", "=", paymentId)
    .where("hosted_id", "is", null)
    .execute();
  const { redirect_url } = await db
    .selectFrom("payments")
    .select("redirect_url")
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return redirect_url ?? page.redirectUrl;
}

/** Moves a payment to a state. Returns false without writing if the table does not allow it from the current state. */
export async function movePayment(
  tx: Handle,
  paymentId: string,
  to: Exclude<PaymentState, "open">,
  now: Date,
): Promise<boolean> {
  const moved = await tx
    .updateTable("payments")
    .set({ state: to, updated_at: now })
    .where("id", "=", paymentId)
    .where("state", "in", statesBefore(to))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Marks a paid payment for a refund and queues the refund, in the caller's transaction. Safe to repeat. */
export async function requestRefund(tx: Handle, paymentId: string, now: Date): Promise<void> {
  const noted = await tx
    .updateTable("payments")
    .set({ refund_requested_at: now, updated_at: now })
    .where("id", "=", paymentId)
    .where("state", "in", statesBefore("refunded"))
    .where("refund_requested_at", "is", null)
    .executeTakeFirst();
  if (noted.numUpdatedRows === 1n)
    await addJobs(tx, [{ name: "refund-payment", payload: { paymentId }, key: `refund:${paymentId}` }]);
}

/** Cancels an open payment, releases its hold and queues the cancellation at the provider. A late payment is refunded. */
export async function voidPayment(tx: Handle, paymentId: string, checkoutId: string, now: Date): Promise<void> {
  if (!(await movePayment(tx, paymentId, "cancelled", now))) return;
  await releaseHold(tx, checkoutId);
  await addJobs(tx, [{ name: "cancel-payment", payload: { paymentId } }]);
}
