import { storedShown } from "#server/sale/checkout/stored.ts";
import { newId } from "#server/platform/ids.ts";
import { sql } from "kysely";
import { type PaymentState, statesBefore, WITH_MONEY } from "#core/payment/payment-states.ts";
import type { Rappen } from "#core/money/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { openPaymentOf, type PaidBy } from "./queries.ts";
import type { PaymentRow } from "./tables.ts";
import type { ShownQuote } from "#server/sale/checkout/tables.ts";
import { addJobs, queueOf } from "#server/platform/jobs/queue.ts";
import { releaseHold } from "#server/shop/stock/queries.ts";

/**
 * The payment ledger: the only code that writes the table `payments` (a convention test enforces this). Every statement
 * that changes a state checks the transition table in `core/payment/payment-states.ts`.
 */

/** An open payment with the data for the call to the provider. The amount is in Rappen. */
export type OpenPayment = {
  readonly id: string;
  readonly checkout_id: string;
  readonly provider: string;
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
    /** The version of record, form and shown quote that is being paid for (`fingerprintOf`). */
    readonly fingerprint: string;
    readonly shown: ShownQuote;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<OpenPayment> {
  return tx
    .insertInto("payments")
    .values({
      id: newId(),
      checkout_id: payment.checkoutId,
      provider: payment.provider,
      state: "open",
      amount: payment.amount,
      fingerprint: payment.fingerprint,
      shown: storedShown(payment.shown),
      expires_at: payment.expiresAt,
      created_at: now,
      updated_at: now,
      next_check_at: now,
    })
    .returning(["id", "checkout_id", "provider", "redirect_url", "amount", "expires_at"])
    .executeTakeFirstOrThrow();
}

/** What a provider returns when a payment is created. */
export type HostedPage = {
  readonly hostedId: string;
  readonly redirectUrl: string;
  readonly widget: object | null;
  readonly returnMac: string | null;
};

/**
 * Stores the provider's page for a payment, unless one is stored already. Returns the URL of the first one stored,
 * which counts.
 */
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

/** Changes the state of a payment. Returns false without writing if the transition is not allowed. */
export async function movePayment(
  tx: Handle,
  paymentId: string,
  to: Exclude<PaymentState, "open">,
  now: Date,
  paid?: PaidBy,
): Promise<boolean> {
  const moved = await tx
    .updateTable("payments")
    .set({
      state: to,
      updated_at: now,
      checks: 0,
      next_check_at: now,
      ...(to === "paid" && { paid_at: now, provider_payment_id: paid?.id ?? null, method: paid?.method ?? null }),
    })
    .where("id", "=", paymentId)
    .where("state", "in", statesBefore(to))
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Records how much of a refunded payment went back in total, in Rappen. */
export async function recordRefunded(
  tx: Handle,
  paymentId: string,
  { total, now }: { readonly total: Rappen; readonly now: Rappen },
): Promise<void> {
  await tx
    .updateTable("payments")
    .set({ refunded_amount: total, refunded_now: now })
    .where("id", "=", paymentId)
    .execute();
}

/** The queue of the jobs that change a payment at its provider, so that no two of them run at the same time. */
const queueOfPayment = (paymentId: string) => queueOf("payment", paymentId);

/** Marks a paid payment for a refund and queues the refund, in the caller's transaction. Safe to repeat. */
export async function requestRefund(tx: Handle, paymentId: string, now: Date): Promise<void> {
  const noted = await tx
    .updateTable("payments")
    .set({ refund_requested_at: now, updated_at: now })
    .where("id", "=", paymentId)
    .where("state", "in", WITH_MONEY)
    .where("refund_requested_at", "is", null)
    .executeTakeFirst();
  if (noted.numUpdatedRows === 1n) await queueRefund(tx, paymentId);
}

/** Queues the refund of a payment that is marked for it. Restarts a job that was given up. */
export async function queueRefund(db: Handle, paymentId: string): Promise<void> {
  await addJobs(db, [
    { name: "refund-payment", payload: { paymentId }, key: `refund:${paymentId}`, queue: queueOfPayment(paymentId) },
  ]);
}

/** Queues the refund of surplus payments of a checkout that was paid more than once. */
export async function queueExtraRefund(tx: Handle, paymentId: string): Promise<void> {
  await addJobs(tx, [
    {
      name: "refund-extra",
      payload: { paymentId },
      key: `refund-extra:${paymentId}`,
      queue: queueOfPayment(paymentId),
    },
  ]);
}

/** A payment to check at the provider. */
export type DuePayment = Pick<
  PaymentRow,
  "id" | "checkout_id" | "provider" | "hosted_id" | "amount" | "expires_at" | "state"
>;

/** Payments that ended unpaid are still checked for this long, in ms, because some shoppers pay late. */
const LATE_MONEY_MS = 2 * 3600_000;
/**
 * Number of payments that each call excludes from further checks, so that the table is not searched for them forever.
 */
const MAX_EXCLUDED = 200;
/** The first delay between two checks of a payment, which doubles each time, and the longest, in seconds. */
const CHECK_DELAY = { first: 5, longest: 600 } as const;

/**
 * Takes payments that are due for a check, and schedules their next check, so that no other process takes them and a
 * failing payment does not delay others. Paid and open ones come first, then those that ended unpaid.
 */
export async function takeDueChecks(db: Handle, now: Date, limit: number): Promise<readonly DuePayment[]> {
  const late = new Date(now.getTime() - LATE_MONEY_MS);
  const { rows } = await sql<DuePayment>`
    with over as (
      update payments set next_check_at = 'infinity' where id in (
        select id from payments
        where next_check_at <= ${now} and state not in ('open', 'paid', 'ordered', 'refunded') and updated_at <= ${late}
        limit ${MAX_EXCLUDED} for update skip locked))
    update payments set checks = checks + 1,
      next_check_at = ${now}::timestamptz + least(${CHECK_DELAY.first} * power(2, least(checks, 20)), ${CHECK_DELAY.longest}) * interval '1 second'
    where id in (
      select id from payments
      where next_check_at <= ${now} and state <> 'ordered' and state <> 'refunded' and (state = 'open'
        or (state = 'paid' and refund_requested_at is null) or (state not in ('open', 'paid') and updated_at > ${late}))
      order by case state when 'paid' then 0 when 'open' then 1 else 2 end, next_check_at
      limit ${limit} for update skip locked)
    returning id, checkout_id, provider, hosted_id, amount, expires_at, state`.execute(db);
  return rows;
}

/** Whether the provider may be asked about a payment now (`taken`), when it was last asked, and the stored state. */
type Slot = { readonly taken: boolean; readonly askedAt: Date | null; readonly state: PaymentState };

/**
 * Takes the slot for asking the provider about a payment, once in `pauseMs`, even if the clock was set back. An
 * `asked_at` shortly after `now` comes from a call that read its clock later but reached the database sooner.
 */
export async function takeSlot(db: Handle, paymentId: string, now: Date, pauseMs: number): Promise<Slot> {
  const before = new Date(now.getTime() - pauseMs);
  const after = new Date(now.getTime() + pauseMs);
  const { rows } = await sql<Slot>`
    with turn as (
      update payments set asked_at = ${now}
      where id = ${paymentId} and (asked_at is null or asked_at <= ${before} or asked_at > ${after})
      returning id)
    select state, asked_at as "askedAt", exists (select from turn) as taken from payments where id = ${paymentId}`.execute(
    db,
  );
  const [turn] = rows;
  if (!turn) throw new Error(`There is no payment ${paymentId}`);
  return turn;
}

/**
 * Schedules a payment to be settled now by the job that settles payments. Returns false if it has ended, has become an
 * order or is being refunded.
 */
export async function settleNow(db: Handle, paymentId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({ next_check_at: now })
    .where("id", "=", paymentId)
    .where("state", "in", ["open", "paid"])
    .where("refund_requested_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await addJobs(db, [{ name: "settle-payments", payload: {}, key: "settle-payments:now" }]);
  return true;
}

/** Voids the open payment of a checkout, if there is one. */
export async function voidOpenPaymentOf(tx: Handle, checkoutId: string, now: Date): Promise<void> {
  const open = await openPaymentOf(tx, checkoutId);
  if (open) await voidPayment(tx, open.id, checkoutId, now);
}

/**
 * Cancels an open payment, releases its held stock and queues the cancellation at the provider. If it is paid
 * nevertheless, the payment is refunded.
 */
export async function voidPayment(tx: Handle, paymentId: string, checkoutId: string, now: Date): Promise<void> {
  if (!(await movePayment(tx, paymentId, "cancelled", now))) return;
  await releaseHold(tx, checkoutId);
  await addJobs(tx, [{ name: "cancel-payment", payload: { paymentId }, queue: queueOfPayment(paymentId) }]);
}

/** Removes the payments of checkouts whose retention time has passed, in the caller's transaction. */
export async function removePayments(tx: Handle, checkoutIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("payments").where("checkout_id", "in", checkoutIds).execute();
}
