import { readHolderMatch, readShown } from "#server/sale/checkout/stored.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import type { OrderProgress, OrderState } from "#core/order/order-states.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { HolderMatch, ShownQuote } from "#server/sale/checkout/tables.ts";
import { reportedOrder } from "#server/read-models/desk-orders.ts";
import type { Delivery } from "#server/read-models/orders.ts";
import type { ReportedPayment } from "#server/read-models/payments.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { transfersOf, type StoredReport } from "./transfer.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** Maximum number of reports about a transfer that are shown. */
const MAX_REPORTS = 20;
export type OrderReport = {
  readonly number: string;
  readonly checkoutId: string;
  readonly createdAt: Date;
  readonly status: OrderState;
  readonly progress: OrderProgress | null;
  readonly payUntil: Date | null;
  readonly locale: string;
  readonly email: string;
  readonly shown: ShownQuote;
  readonly customer: OrderCustomer;
  readonly documentKept: boolean;
  /** The e-ID that identified the customer. */
  readonly eid: { readonly verification: string; readonly at: string } | null;
  /** The check that the customer holds the number to be transferred; null if they did not agree to one. */
  readonly holderMatch: HolderMatch | null;
  /** The reports about the number transfer, newest first. */
  readonly transfers: readonly Omit<StoredReport, "eventId">[];
  readonly payment: ReportedPayment | null;
  /**
   * Payments of the same checkout that did not pay for this order, oldest first: cancelled, declined, voided or
   * refunded.
   */
  readonly otherPayments: readonly ReportedPayment[];
  readonly handover: {
    readonly state: Delivery;
    readonly eventId: string | null;
    readonly deliveredAt: Date | null;
  } & Attempts;
  readonly mail: { readonly state: Delivery } & Attempts;
};
/** A job's number of attempts and its last error; 0 and null if the job is done. */
type Attempts = { readonly tries: number; readonly lastError: string | null };

/** Returns everything about an order that the operator may see; null if no order has this number. */
export async function reportOrder(db: Handle, number: string): Promise<OrderReport | null> {
  const row = await reportedOrder(db, number);
  if (!row) return null;
  return {
    number: row.number,
    checkoutId: row.checkout_id,
    createdAt: row.created_at,
    status: row.status,
    progress: row.progress,
    payUntil: row.pay_until,
    locale: row.locale,
    email: readableEmail(row.email),
    shown: readShown(row.shown),
    customer: readSealedForm(row.customer),
    documentKept: row.document_id !== null,
    eid: row.eid,
    holderMatch: readHolderMatch(row.holder_match ?? null),
    transfers: (await transfersOf(db, row.id, MAX_REPORTS)).map(({ eventId: _id, ...report }) => report),
    payment:
      row.payment_state === null
        ? null
        : { state: row.payment_state, amount: row.payment_amount ?? 0, hostedId: row.hosted_id },
    otherPayments: row.other_payments,
    handover: {
      state: row.handover,
      eventId: row.event_id,
      deliveredAt: row.delivered_at,
      tries: row.handover_tries ?? 0,
      lastError: row.handover_error,
    },
    mail: { state: row.mail, tries: row.mail_tries ?? 0, lastError: row.mail_error },
  };
}
