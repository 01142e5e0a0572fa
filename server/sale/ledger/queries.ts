import type { Rappen } from "#core/money/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { PAYMENT_COLUMNS, type PaymentRow } from "./tables.ts";

/** Columns needed to settle a payment. */
const TO_SETTLE = ["id", "checkout_id", "provider", "hosted_id", "amount", "expires_at"] as const;

export function paymentOf(db: Handle, id: string): Promise<PaymentRow> {
  return db.selectFrom("payments").select(PAYMENT_COLUMNS).where("id", "=", id).executeTakeFirstOrThrow();
}

type Wanted = { readonly [Column in "id" | "hosted_id" | "checkout_id" | "provider"]?: string };

/** Returns the payment with these values, which come from a provider or a browser. */
export function findPayment(db: Handle, wanted: Wanted) {
  return db
    .selectFrom("payments")
    .select([...TO_SETTLE, "return_mac"])
    .where((eb) => eb.and(wanted))
    .executeTakeFirst();
}

/** Returns the open payment of a checkout. The database allows only one. */
export function openPaymentOf(db: Handle, checkoutId: string) {
  return db
    .selectFrom("payments")
    .select([...TO_SETTLE, "redirect_url", "fingerprint"])
    .where("checkout_id", "=", checkoutId)
    .where("state", "=", "open")
    .executeTakeFirst();
}

/** Returns which of these providers have an open payment. */
export async function openPaymentsAt(db: Handle, providers: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("provider")
    .distinct()
    .where("state", "=", "open")
    .where("provider", "in", providers)
    .execute();
  return rows.map(({ provider }) => provider);
}

/** Returns the payments of a checkout for step 6, newest first. */
export function shownPayments(
  db: Handle,
  checkoutId: string,
): Promise<Pick<PaymentRow, "state" | "provider" | "widget">[]> {
  return db
    .selectFrom("payments")
    .select(["state", "provider", "widget"])
    .where("checkout_id", "=", checkoutId)
    .orderBy("created_at", "desc")
    .execute();
}

/**
 * How a payment was made, for finance: the provider's id of the payment, and the provider's name for the method, such
 * as `VISA`.
 */
export type PaidBy = { readonly id: string; readonly method: string | null };

/** The payment of an order, for its confirmation and the operator's finance. The amount is in Rappen. */
export type OrderPayment = {
  /** Kasse's id, which the provider stores as its reference. */
  readonly id: string;
  readonly provider: string;
  readonly hostedId: string | null;
  readonly paid: PaidBy | null;
  readonly paidAt: Date | null;
  readonly amount: Rappen;
  /**
   * What has gone back, in Rappen: in total, and of it by Kasse's own refund; null if that is unknown. Absent if the
   * payment is not refunded.
   */
  readonly refunded?: { readonly total: Rappen; readonly now: Rappen | null };
};

export async function paymentOfOrder(db: Handle, paymentId: string): Promise<OrderPayment> {
  const row = await paymentOf(db, paymentId);
  return {
    id: row.id,
    provider: row.provider,
    hostedId: row.hosted_id,
    paid: row.provider_payment_id === null ? null : { id: row.provider_payment_id, method: row.method },
    paidAt: row.paid_at,
    amount: row.amount,
    ...(row.state === "refunded" && {
      refunded: { total: row.refunded_amount ?? row.amount, now: row.refunded_now },
    }),
  };
}

/** How many payments of a provider are unfinished: open, paid without an order yet, or to be refunded. */
export type Unfinished = { readonly provider: string; readonly count: number };

/** Returns the providers that still have unfinished payments. */
export function unfinishedPayments(db: Handle): Promise<readonly Unfinished[]> {
  return run(
    db,
    statement<Unfinished>`
      select provider, count(*)::int as count from payments
      where state in ('open', 'paid') or (refund_requested_at is not null and state <> 'refunded')
      group by provider order by provider`,
  );
}

type ProviderEvent = { readonly provider: string; readonly eventId: string };

/** Returns whether an event of a provider was handled before. */
export async function isHandled(db: Handle, { provider, eventId }: ProviderEvent): Promise<boolean> {
  const seen = await db
    .selectFrom("webhook_events")
    .select("event_id")
    .where("provider", "=", provider)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  return seen !== undefined;
}

/** Records that an event of a provider was handled. */
export async function markHandled(db: Handle, { provider, eventId }: ProviderEvent): Promise<void> {
  await db
    .insertInto("webhook_events")
    .values({ provider, event_id: eventId })
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .execute();
}
